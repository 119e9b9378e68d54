// A Web Worker that makes runs.  Its first message of a name brings the module; each is answered by its runs.
import { loadSimulation } from "./simulation.js"

const simulations = new Map()

self.addEventListener("message", async ({ data: { name, module, order } }) => {
  try {
    if (module) simulations.set(name, await loadSimulation(module))
    const start = performance.now()
    const runs = simulations.get(name)(order)
    self.postMessage({ runs, milliseconds: performance.now() - start })
  } catch (error) {
    setTimeout(() => {
      throw error // so that whoever started it hears that it has died
    })
  }
})
