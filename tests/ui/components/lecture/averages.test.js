import assert from "node:assert/strict"
import { test } from "node:test"
import { curvesOf } from "../../../../ui/components/lecture/averages.js"

const momentsOf = ({ low, high, laws: [law] }) => {
  const step = (high - low) / (law.length - 1)
  const place = (i) => low + i * step
  const sum = (weight) => law.reduce((all, density, i) => all + density * weight(place(i)) * step, 0)
  const mean = sum((x) => x) / sum(() => 1)
  return { mass: sum(() => 1), mean, variance: sum((x) => (x - mean) ** 2) }
}

test("the densities have mass 1, the arms' means, and the variance of chance plus that of the noise", () => {
  for (const [participants, epsilon] of [[1000, 10], [1000, 0.05], [200, 0.3], [1e5, 1e-3]]) {
    const state = { means: [0.6, 0.45], participants, epsilon }
    const { mass, mean, variance } = momentsOf(curvesOf(state))
    const exact = (0.6 * 0.4) / (participants / 2) + 2 / (epsilon * (participants / 2)) ** 2
    assert.ok(Math.abs(mass - 1) < 0.01, `mass ${mass}`)
    assert.ok(Math.abs(mean - 0.6) < 0.02 * Math.sqrt(exact), `mean ${mean}`)
    assert.ok(Math.abs(variance / exact - 1) < 0.06, `variance ${variance} of ${exact}`)
  }
})
