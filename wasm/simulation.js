// Runs of an algorithm in its module (see simulations.py): run `i` of a seed is the very run that Python makes of it.
import { floats, loadKernels } from "./kernels.js"

const SEED_WORDS = 4
const OF_AN_ENDING = 3 // stopped, time, answer; the pulls follow

// given: the module or its bytes.  Resolves to a function that makes runs.
export async function loadSimulation(given) {
  const kernels = await loadKernels(given)
  // The runs first, ..., first + count - 1 of this seed.  prepared: for the algorithm, by Python.
  return ({ prepared, seed, first, count }) => {
    const columns = OF_AN_ENDING + prepared[0].values.length
    const out = floats(count, columns)
    kernels.call("simulate", ...prepared, seedWords(seed), first, out)
    return Array.from({ length: count }, (_, row) => {
      const [stopped, time, answer, ...pulls] = out.values.subarray(row * columns, (row + 1) * columns)
      return { stopped: stopped === 1, time, answer, pulls }
    })
  }
}

// A number or an array that Python has sent: its type, its shape and its bytes in base64.
export function fromPython({ type, shape, bytes }) {
  const { buffer } = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))
  const values = type === "int64" ? new BigInt64Array(buffer) : new Float64Array(buffer)
  return shape.length ? { shape, values } : Number(values[0])
}

function seedWords(seed) {
  const words = Array.from({ length: SEED_WORDS }, (_, i) => (BigInt(seed) >> BigInt(32 * i)) & 0xffffffffn)
  return { shape: [SEED_WORDS], values: BigInt64Array.from(words) }
}
