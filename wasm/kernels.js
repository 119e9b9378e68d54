// A module of kernels (see build.py), and how they are called: numba hands over an array as seven values and more.
const SECTION = "kernels"
const PAGE_BYTES = 65536
const NUMBER_BYTES = 8

// given: the module or its bytes.  Resolves to its kernels; rejects where this browser cannot run it.
export async function loadKernels(given) {
  const module = given instanceof WebAssembly.Module ? given : await WebAssembly.compile(given)
  const note = JSON.parse(new TextDecoder().decode(WebAssembly.Module.customSections(module, SECTION)[0]))
  const { exp, log, log1p, expm1, log2, pow } = Math
  const exp2 = (power) => 2 ** power
  const instance = await WebAssembly.instantiate(module, { env: { exp, log, log1p, expm1, exp2, log2, pow } })
  return new Kernels(instance.exports, note.entries)
}

// An array that a kernel reads and fills: its numbers, row by row, and its shape.
export function floats(...shape) {
  return { shape, values: new Float64Array(shape.reduce((product, size) => product * size, 1)) }
}

export const floatsOf = (numbers) => ({ shape: [numbers.length], values: Float64Array.from(numbers) })

class Kernels {
  constructor(exports, entries) {
    this.exports = exports
    this.entries = entries
  }

  // Call a kernel with numbers and arrays, as in Python; what it wrote into arrays is there afterwards.
  call(name, ...given) {
    const types = this.entries[name]
    let place = this.exports.__heap_base.value
    const reserve = (bytes) => {
      const start = (place + 15) & ~15
      place = start + bytes
      return start
    }
    const [result, problem] = [reserve(16), reserve(16)]
    const places = given.map((argument) => (argument.values ? reserve(argument.values.byteLength) : 0))
    const missing = place - this.exports.memory.buffer.byteLength
    if (missing > 0) this.exports.memory.grow(Math.ceil(missing / PAGE_BYTES))
    this.exports.heap_from(place)
    const numbers = ({ values }, i) => new values.constructor(this.exports.memory.buffer, places[i], values.length)
    const flat = given.flatMap((argument, i) => {
      if (!argument.values) return types[i] === "int64" ? [BigInt(argument)] : [argument]
      numbers(argument, i).set(argument.values)
      return arrayAsNumba(argument, places[i])
    })
    if (this.exports[name](result, problem, ...flat) !== 0) throw new Error(`the kernel ${name} failed`)
    given.forEach((argument, i) => argument.values && argument.values.set(numbers(argument, i)))
    return result
  }
}

// Two owners, the number of values, the bytes of one, the place, the shape and the strides in bytes.
function arrayAsNumba({ shape, values }, place) {
  const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((bytes, size) => bytes * size, NUMBER_BYTES))
  const counts = [...shape, ...strides].map(BigInt)
  return [0, 0, BigInt(values.length), BigInt(NUMBER_BYTES), place, ...counts]
}
