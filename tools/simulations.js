// The runs of each experiment that a test asks for: stopped, time, answer and pulls.
import { fromPython, loadSimulation } from "../wasm/simulation.js"

const load = (text) => loadSimulation(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)))

export async function simulations({ modules, experiments }) {
  const simulate = {}
  for (const [name, text] of Object.entries(modules)) simulate[name] = await load(text)
  const found = experiments.map(({ module, prepared, seed, first, count }) =>
    simulate[module]({ prepared: prepared.map(fromPython), seed, first, count }).map((run) => [+run.stopped, run.time, run.answer, ...run.pulls]),
  )
  return JSON.stringify(found)
}

// How often a run calls a function of JavaScript's, which a module does not hold.
export async function callsOut({ module, prepared, seed, count }) {
  const own = Object.fromEntries(["exp", "log", "log1p", "expm1", "log2", "pow"].map((name) => [name, Math[name]]))
  let calls = 0
  const counted = (call) => (x, y) => {
    calls += 1
    return call(x, y)
  }
  for (const [name, call] of Object.entries(own)) Math[name] = counted(call)
  const simulate = await load(module)
  Object.assign(Math, own)
  simulate({ prepared: prepared.map(fromPython), seed, first: 0, count })
  return calls / count
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
