// The figures of a study that looks once, computed in the browser by dpcore's kernels, as figures.py and exact.py
// of ui/choose/fixed do.
import { floats, floatsOf } from "../../../wasm/kernels.js"
import { roundedUp } from "../shared/numbers.js"

const SLACK = 1e-9 // tolerance in a number of outcomes, so that 10 % of 70 are 7
const DIGITS = 3 // digits of the recommended epsilon
const CLOSE = 0.995 // a step's factor in the search for the smallest epsilon under promise C
const MANY = 4 // so many steps at once, to begin with
const LOCAL = 2 // the release of answers that participants have flipped
// For a curve that moves, one in so many of the page's epsilons is enough.  There are fewer where each takes longer: under
// promise C, and for local plans, whose curves are nearly straight and take millions of participants.
const coarse = ({ release, beats }) => (release === LOCAL ? 6 : beats ? 5 : 4)
const HALVINGS = 40
const PLATEAU = 1 + 1e-9 // without this factor a root on a plateau could be anywhere on it
const counts = (numbers) => ({ shape: [numbers.length], values: BigInt64Array.from(numbers.map(BigInt)) })

export class Designs {
  // given: what ui/choose/fixed/live.py says of the question.
  constructor(kernels, given) {
    Object.assign(this, { kernels, given, epsilons: floatsOf(given.epsilons) })
  }

  // The figures under the hand.  picked: whether the visitor has chosen epsilon; difference: in points.
  of({ epsilon, picked, participants, difference }) {
    const { largest, smallest, extra } = this.given
    this.ask(difference)
    const found = this.budget(participants)
    const recommended = found > largest ? null : Math.max(roundedUp(found, DIGITS), smallest)
    const chosen = picked ? epsilon : recommended
    const [without, needed] = this.numbers([Infinity, chosen ?? Infinity], this.given.release)
    const bound = chosen === null ? null : this.bounds([chosen])
    return {
      epsilon: chosen,
      recommended,
      enoughFrom: found,
      without,
      needed: chosen === null ? null : needed,
      freeFrom: Number.isFinite(without) ? this.budget((1 + extra) * without) : Infinity,
      bound: bound && bound[0],
      possibleFrom: this.possible(participants),
    }
  }

  // The picture's curves, for the difference that was asked for last.
  curves() {
    const { release, other } = this.given
    const epsilons = this.epsilons.values.filter((_, place) => place % coarse(this.given) === 0)
    return {
      epsilons,
      enough: this.numbers(epsilons, release),
      second: other === null ? null : this.numbers(epsilons, other),
      bound: this.bounds(epsilons),
    }
  }

  ask(points) {
    const { usual, kept, options, beats, risk, missed, share } = this.given
    this.lead = points / 100
    this.bare = floatsOf([usual + this.lead, usual])
    this.times = counts([1, options - 1])
    // A kernel's arguments about a study, before and after its release; under promise C only the new and the usual option count.
    this.options = [floatsOf([kept * (usual + this.lead), kept * usual]), beats ? counts([1, 1]) : this.times]
    this.promised = beats ? [missed, share] : [risk, 0]
  }

  numbers(epsilons, release) {
    const { most, options, waits, missing, block } = this.given
    const out = floats(epsilons.length)
    this.kernels.call("fill_numbers", ...this.options, release, ...this.promised, floatsOf(epsilons), waits && missing ? 1 : block, most / options, out)
    return Array.from(out.values, (outcomes, place) => this.keeping(outcomes, epsilons[place]))
  }

  // If blocks are filled with the outcomes that come in, there may be a few more outcomes, and under promise C more can do less.
  keeping(outcomes, epsilon) {
    const { beats, waits, missing, block, options, most } = this.given
    let participants = this.recruited(outcomes)
    if (!(beats && waits && missing && block > 1)) return participants
    while (participants <= most) {
      if (this.budgetOf(this.outcomes(participants)) <= epsilon * (1 + SLACK)) return participants
      participants += options * block
    }
    return Infinity
  }

  budget(participants) {
    const outcomes = this.outcomes(participants)
    if (outcomes < 1) return Infinity
    return this.given.beats ? this.beatsFrom(outcomes) : this.budgetOf(outcomes)
  }

  // Under promise C fewer participants can do more, because its critical value is a whole number.
  beatsFrom(outcomes) {
    let [epsilon, steps] = [this.budgetOf(outcomes), MANY]
    for (;;) {
      const [participants] = this.numbers([Math.max(CLOSE ** steps * epsilon, this.given.smallest)], this.given.release)
      const number = this.outcomes(participants)
      const found = number < outcomes ? this.budgetOf(number) : Infinity
      if (found < epsilon) [epsilon, steps] = [found, 2 * steps]
      else if (steps === 1) return epsilon
      else steps = 1
    }
  }

  budgetOf(outcomes) {
    const out = floats(1)
    this.kernels.call("fill_budget", ...this.options, this.given.release, ...this.promised, outcomes, out)
    return out.values[0]
  }

  bounds(epsilons) {
    if (this.given.beats) return null
    const out = floats(epsilons.length)
    this.kernels.call("fill_bounds", this.bare, this.times, this.lead, this.given.release, floatsOf(epsilons), this.given.evidence, out)
    return [...out.values]
  }

  // The smallest epsilon that the bound does not rule out, to the digits that are shown; null where there is no bound.
  possible(participants) {
    if (this.given.beats) return null
    const fits = (log) => this.bounds([Math.exp(log)])[0] <= participants * PLATEAU
    if (this.bounds([Infinity])[0] > participants) return Infinity
    let [low, high] = [Math.log(this.given.smallest) - 1, Math.log(this.given.largest) + 1]
    if (fits(low)) return Math.exp(low)
    for (let i = 0; i < HALVINGS; i += 1) {
      const middle = (low + high) / 2
      if (fits(middle)) high = middle
      else low = middle
    }
    return Math.exp(low)
  }

  outcomes(participants) {
    const { options, block, waits, missing, most } = this.given
    const each = Math.floor(Math.floor(Math.floor(Math.min(participants, most) + SLACK) / options) / block) * block
    return waits ? Math.floor(each * (1 - missing) + SLACK) : each
  }

  recruited(outcomes) {
    const { options, block, waits, missing } = this.given
    if (!Number.isFinite(outcomes)) return Infinity
    const each = waits ? Math.ceil(outcomes / (1 - missing) - SLACK) : outcomes
    return options * Math.ceil(each / block) * block
  }
}
