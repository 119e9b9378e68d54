// Runs made by real Web Workers: all of one cell; after a stop, how many more there are; and what is said of a module
// that cannot make any.
import { GrowingRuns } from "../../wasm/growing.js"
import { fromPython } from "../../wasm/simulation.js"

const SOON_MS = 300

export async function grown({ source, good, bad, prepared, seed, wanted }) {
  const compiled = (text) => WebAssembly.compile(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)))
  const cell = { key: "cell", name: "simulation", module: await compiled(good), prepared: prepared.map(fromPython), seed, complete: 0 }
  const complete = await growing(source, cell, wanted, (made) => made.runs("cell").length === wanted)
  const halted = await growing(source, cell, 1_000_000, () => true)
  halted.stop()
  const before = halted.runs("cell").length
  await new Promise((resolve) => setTimeout(resolve, SOON_MS))
  const later = halted.runs("cell").length - before
  const said = await growing(source, { ...cell, module: await compiled(bad) }, wanted, () => false).catch(String)
  const runs = complete.runs("cell").map((run) => [+run.stopped, run.time, run.answer, ...run.pulls])
  return JSON.stringify({ runs, later, said })
}

function growing(source, cell, wanted, enough) {
  return new Promise((resolve, reject) => {
    const made = new GrowingRuns({ source, size: 2, changed: () => enough(made) && resolve(made), failed: reject })
    made.grow([cell], wanted)
  })
}
