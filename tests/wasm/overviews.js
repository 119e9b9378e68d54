// What the module says of each instance that a test asks for: all numbers of all overviews, in the order of the kernel's
// outputs, as text.
import { floats, floatsOf, loadKernels } from "../../wasm/kernels.js"

export async function overviews({ module, instances, tolerance, epsilons, columns, boundaries, bounds }) {
  const kernels = await loadKernels(Uint8Array.from(atob(module), (letter) => letter.charCodeAt(0)))
  const numbers = instances.flatMap(({ means, epsilon, risk, indifference }) => {
    const [K, E] = [means.length, epsilons.length]
    const [widest, answers] = [floatsOf([1, 1, Infinity]), floats(3)]
    const out = [floats(3, 3), floats(4, K), floats(E), floats(E, K), floats(boundaries), floats(bounds)]
    const asked = [floatsOf(means), indifference, epsilon, risk, tolerance, floatsOf(epsilons)]
    kernels.call("overview_kernel", ...asked, ...out, floats(K, columns), widest, answers)
    return [...out, widest, answers].flatMap(({ values }) => [...values])
  })
  return numbers.join(" ")
}
