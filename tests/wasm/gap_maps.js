// The maps that the browser makes with the module for some best means: all factors and boundaries, as text.
import { Overviews } from "../../ui/components/bars/overviews.js"
import { epsilonsOf, gapMapOf } from "../../ui/components/lower/gap_map.js"
import { loadKernels } from "../../wasm/kernels.js"

export async function gapMaps({ module, extents, size, range, tolerance, drawn }) {
  const kernels = await loadKernels(Uint8Array.from(atob(module), (letter) => letter.charCodeAt(0)))
  const [rows, columns] = size
  const overviews = new Overviews(kernels, epsilonsOf(columns, range), tolerance)
  const numbers = extents.flatMap((extent) => {
    const map = gapMapOf(extent, rows, overviews)
    return [...map.factors.flat(), ...drawn.flatMap((name) => map.boundaries[name])]
  })
  return numbers.join(" ")
}
