// The runs of each experiment that a test asks for: stopped, time, answer and pulls.
import { fromPython, loadSimulation } from "../../wasm/simulation.js"

const load = (text) => loadSimulation(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)))

export async function simulations({ modules, experiments }) {
  const simulate = {}
  for (const [name, text] of Object.entries(modules)) simulate[name] = await load(text)
  const found = experiments.map(({ module, prepared, seed, first, count }) =>
    simulate[module]({ prepared: prepared.map(fromPython), seed, first, count }).map((run) => [+run.stopped, run.time, run.answer, ...run.pulls]),
  )
  return JSON.stringify(found)
}

// How many milliseconds one run takes, once the browser has compiled the module as well as it can.
export async function milliseconds({ module, prepared, seed, count }) {
  const simulate = await load(module)
  const given = { prepared: prepared.map(fromPython), seed, first: 0, count }
  simulate(given)
  const start = performance.now()
  simulate(given)
  return (performance.now() - start) / count
}
