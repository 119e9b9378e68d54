// The bounds of a scene's state, computed here by dpcore's own kernel.
import { Overviews } from "../bars/overviews.js"
import { loadKernels } from "../../../wasm/kernels.js"
import { moduleAt } from "../shared/modules.js"

const PAIR = 2 // the number of epsilons of a curve that is not drawn
const MOST_KNOWN = 5000

export class Bounds {
  // It rejects if this browser does not run WebAssembly.
  async load({ module, epsilons, tolerance }) {
    const kernels = await loadKernels(await moduleAt(module))
    this.overviews = new Overviews(kernels, epsilons, tolerance)
    this.single = new Overviews(kernels, epsilons.slice(0, PAIR), tolerance)
    this.known = new Map()
  }

  // The bounds of this state or, if two arms tie for the best, of the last one; null until the kernels are there.
  overviewOf(state) {
    if (!this.overviews) return null
    const found = this.overviews.of(state)
    if (!found.problem) this.last = state
    else if (this.last) return this.overviews.of(this.last)
    return found.problem ? null : found
  }

  // The state's boundaries, computed once; null if there are none, or no kernels yet.
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
