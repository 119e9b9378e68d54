// How long designs' kernels take in a JavaScript engine, in milliseconds: the shortest of repeated calls.
import { floats, floatsOf, loadKernels } from "../wasm/kernels.js"
import { Designs } from "../ui/components/lines/designs.js"

const { process } = globalThis
const SECONDS = 0.5
const AT_ONCE = 3

// Of this process alone, so that what else runs on a machine does not count.
function fastest(work) {
  let [shortest, end] = [Infinity, performance.now() + 1000 * SECONDS]
  while (performance.now() < end) {
    const start = process.cpuUsage()
    for (let i = 0; i < AT_ONCE; i += 1) work()
    const { user, system } = process.cpuUsage(start)
    shortest = Math.min(shortest, (user + system) / 1000 / AT_ONCE)
  }
  return shortest
}

export async function times(module, { rates, times: repeated, epsilons, risk, number, lead }) {
  const kernels = await loadKernels(Uint8Array.from(atob(module), (letter) => letter.charCodeAt(0)))
  const counts = { shape: [repeated.length], values: BigInt64Array.from(repeated.map(BigInt)) }
  const [means, all, out, one] = [floatsOf(rates), floatsOf(epsilons), floats(epsilons.length), floats(1)]
  const evidence = (1 - 2 * risk) * Math.log((1 - risk) / risk)
  return JSON.stringify({
    curve: fastest(() => kernels.call("fill_numbers", means, counts, 0, risk, 0, all, 1, 1e8, out)),
    inverse: fastest(() => kernels.call("fill_budget", means, counts, 0, risk, 0, number, one)),
    bound: fastest(() => kernels.call("fill_bounds", means, counts, lead, 0, all, evidence, out)),
  })
}

// How long the figures and curves of one picture take while the difference is dragged, for each plan.
export async function frames(module, plans) {
  const kernels = await loadKernels(Uint8Array.from(atob(module), (letter) => letter.charCodeAt(0)))
  const took = plans.map(([given, values]) => {
    const designs = new Designs(kernels, given)
    return fastest(() => {
      designs.of({ ...values, picked: false })
      designs.curves()
    })
  })
  return JSON.stringify(took)
}
