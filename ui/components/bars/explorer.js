// What is shown: the server's answer or, if the browser runs the kernels, what it computes for the dragged state.
import explorerWords from "../../explore/sentences.json" with { type: "json" }
import { loadKernels } from "../../../wasm/kernels.js"
import { moduleAt } from "../shared/modules.js"
import { writeSentence } from "../shared/write.js"
import { problemOf, shownOf } from "./following.js"
import { Overviews } from "./overviews.js"

const KEPT = ["epsilon", "risk", "indifference"]
const isSame = (one, other) =>
  KEPT.every((name) => one[name] === other[name]) && String([one.means, one.names]) === String([other.means, other.names])

// The epsilons of the curve in this page's picture; null if no curve moves during a drag.
const epsilonsOf = ({ picture, curve }) => picture?.epsilons ?? curve

// Tell the page's other pictures what is shown, or that only the server knows it (null).  The next step overwrites the
// overview's arrays.
const tell = (detail) => globalThis.dispatchEvent(new CustomEvent("overview", { detail }))

export class Explorer {
  // answer: the server's last one.  valid: the state that is shown.  problem: why a later state is impossible.
  constructor() {
    Object.assign(this, { overviews: null, answer: null, shown: null, valid: null, problem: "" })
  }

  get needsServer() {
    return !this.overviews || !epsilonsOf(this.answer)
  }

  answered(answer) {
    this.answer = answer
    const epsilons = epsilonsOf(answer)
    if (epsilons && !this.isLoaded) this.load(epsilons)
    if (this.needsServer) this.shown = answer
  }

  // epsilons: those of the curve.
  async load(epsilons) {
    this.isLoaded = true
    try {
      const kernels = await loadKernels(await moduleAt(this.answer.module))
      const { means, names, epsilon, risk, indifference } = this.answer
      this.valid = { means, names, epsilon, risk, indifference }
      this.overviews = new Overviews(kernels, epsilons, explorerWords.constants.tolerance)
    } catch {
      this.overviews = null // the server computes during a drag
    }
  }

  // The server's state has replaced the dragged one.  If that was impossible, say so as long as the state before it is shown.
  adopt(state) {
    const problem = this.valid && isSame(state, this.valid) ? this.problem : ""
    this.follow(state)
    this.problem ||= problem
  }

  // Compute what to show for this state; if it is impossible, keep showing the last one.
  follow(state) {
    this.problem = ""
    if (this.needsServer) return
    try {
      const overview = this.overviews.of(state)
      if (overview.problem) {
        this.problem = problemOf(explorerWords, overview.problem)
        return
      }
      this.valid = state
      const { picture, given, sentences } = this.answer
      const isAnswered = isSame(state, this.answer) || !picture // what other pictures draw is up to them
      this.shown = isAnswered ? this.answer : shownOf(explorerWords, given, Object.keys(sentences), state, overview)
      tell({ ...state, overview, kernels: this.overviews.kernels })
    } catch {
      Object.assign(this, { overviews: null, shown: this.answer }) // a kernel has failed, so the server computes
      tell(null)
    }
  }

  // The page's sentences, which the server has drawn: HTML by name.
  write() {
    if (this.needsServer) return
    for (const [name, html] of Object.entries(this.shown.sentences)) writeSentence(name, html)
  }
}
