// A picture of exact figures that the browser moves during a drag: its curves, lines and words, and the page's verdict.
import { loadKernels } from "../../../wasm/kernels.js"
import { number, roundedDown, roundedUp } from "../shared/numbers.js"
import { moduleAt } from "../shared/modules.js"
import { asHtml, said } from "../shared/sentences.js"
import { fade, writeSentence } from "../shared/write.js"
import { Designs } from "./designs.js"
import { MovingPicture } from "./moving_picture.js"

const OLD = ["choose-promise", "choose-advice", "choose-meaning", "choose-expert"] // keys of what tells of the answer before, until it is let go

export class Live {
  // A browser that cannot run the kernels leaves everything to the server: it is never ready.
  async load(data) {
    this.data = data
    if (data) this.kernels ??= await moduleAt(data.module).then(loadKernels).catch(() => null)
  }

  get isReady() {
    return Boolean(this.kernels && this.data)
  }

  // The server has drawn its answer, so nothing on the page is out of date.
  settle() {
    if (this.data) this.tell(this.data.verdict, false)
  }

  // Show what the dragged values lead to, and return the epsilon that is then shown.  Throws if a kernel fails.
  follow(values, moved, svg, drawing, lines) {
    const { data } = this
    const picked = data.picked || moved === "epsilon"
    const designs = new Designs(this.kernels, data)
    const figures = designs.of({ ...values, picked })
    const curves = moved === "difference" ? designs.curves() : { epsilons: [] }
    const crossings = [figures.bound, figures.needed].filter(Number.isFinite)
    new MovingPicture(svg, drawing, lines).show({
      ...curves, budget: values.participants, epsilon: figures.epsilon, crossings, marks: this.marks(figures),
      zone: data.zone && moved === "difference" ? data.zone.replace("{}", said(data.templates, "lead", this.sentenceValues(figures, values, picked))) : "",
    })
    this.tell(asHtml(said(data.templates, "verdict", this.sentenceValues(figures, values, picked))), true)
    return figures.epsilon
  }

  marks({ possibleFrom, enoughFrom, recommended, freeFrom }) {
    const free = freeFrom < enoughFrom ? null : freeFrom // it would take more participants than there are
    const epsilons = { possible: possibleFrom, enough: recommended && enoughFrom, free }
    return Object.fromEntries(
      this.data.marks.map(({ name, words, isLeast }) => {
        const epsilon = Number.isFinite(epsilons[name]) ? epsilons[name] : null
        const rounded = epsilon && (isLeast ? roundedUp : roundedDown)(epsilon)
        return [name, { epsilon, words: epsilon === null ? "" : words.replace("{}", number(rounded)) }]
      }),
    )
  }

  // It does the same as `values` in ui/choose/fixed/words.py.
  sentenceValues({ epsilon, recommended, needed, without }, { participants, difference }, picked) {
    const { given } = this.data
    const lacking = needed === null ? 0 : Math.max(0, needed - participants)
    return {
      ...given,
      participants,
      spans: given.pace ? Math.ceil(Number((participants / given.pace).toFixed(6))) : 0,
      points: difference,
      is_one_point: Number(difference.toPrecision(4)) === 1,
      too_few: participants < given.least,
      none: recommended === null,
      not_known: recommended === null && participants > this.data.most,
      none_picked: recommended === null && picked,
      picked,
      too_private: epsilon !== null && lacking > 0,
      epsilon,
      recommended,
      belief: epsilon === null ? 0 : 1 / (1 + Math.exp(-epsilon)),
      needed,
      lacking,
      without,
      without_unknown: !Number.isFinite(without),
      needed_unknown: needed === Infinity,
      most: this.data.most,
    }
  }

  // isAhead: of what else the page tells.
  tell(html, isAhead) {
    writeSentence("verdict", html)
    for (const key of OLD) fade(key, isAhead)
  }
}
