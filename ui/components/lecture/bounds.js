// The bounds of a scene's state, computed here by dpcore's own kernel.
import { Overviews } from "../bars/overviews.js"
import { loadKernels } from "../../../wasm/kernels.js"
import { moduleAt } from "../shared/modules.js"

const PAIR = 2 // epsilons of a curve that nobody draws
const MOST_KNOWN = 5000

export class Bounds {
  // Rejects where this browser runs no WebAssembly.
  async load({ module, epsilons, tolerance }) {
    const kernels = await loadKernels(await moduleAt(module))
    this.overviews = new Overviews(kernels, epsilons, tolerance)
    this.single = new Overviews(kernels, epsilons.slice(0, PAIR), tolerance)
    this.known = new Map()
  }

  // Of this state, or where two arms are best of the last one; null before the kernels are there.
  overviewOf(state) {
    if (!this.overviews) return null
    const found = this.overviews.of(state)
    if (!found.problem) this.last = state
    else if (this.last) return this.overviews.of(this.last)
    return found.problem ? null : found
  }

  // Its boundaries, computed once; null where there are none, or no kernels yet.
  boundariesOf(state) {
    if (!this.overviews) return null
    if (this.start?.state !== state) this.start = { state, boundaries: this.overviews.of(state).boundaries ?? null }
    return this.start.boundaries
  }

  at(state) {
    const key = JSON.stringify([state.means, state.epsilon, state.risk])
    if (!this.known.has(key)) {
      if (this.known.size > MOST_KNOWN) this.known.clear()
      this.known.set(key, this.single.of(state).bounds)
    }
    return this.known.get(key)
  }
}
