// All that the Explorer shows of one instance, computed in the browser: dpcore's price_overview, by the same kernel.
import { floats, floatsOf } from "../../../wasm/kernels.js"

const TABLE_COLUMNS = 7
// In the order in which the kernel fills them.
export const BOUNDARIES = ["first", "improved", "allocation_independent", "exact", "almost_free", "price_dominated"]
export const BOUNDS = ["non_private", "first_private", "improved_private", "tightest_private"]
const CERTIFIED_WIDTH = 1e-9
const CERTIFIED_WIDTH_WITH_INDIFFERENCE = 1e-6
const ROUNDING = 1e-12 // in floating point, .8 - .1 is more than .7
const named = (names, { values }) => Object.fromEntries(names.map((name, i) => [name, values[i]]))

// The arms, from 0, that are good answers: dpcore's good_answers.
export function goodAnswers({ means, indifference }) {
  const least = Math.max(...means) - (indifference ? indifference + ROUNDING : 0)
  return means.flatMap((mean, arm) => (mean >= least ? [arm] : []))
}

export class Overviews {
  // epsilons: of the curve.
  constructor(kernels, epsilons, tolerance) {
    Object.assign(this, { kernels, tolerance, epsilons: floatsOf(epsilons) })
    this.widest = floats(3)
  }

  // The overview, with Python's names; the next call overwrites its arrays, which hold tables row by row.
  // problem: what makes the instance impossible, [name, values] of a template; then there is nothing else.
  of({ means, epsilon, risk, indifference = 0 }) {
    const problem = indifference > 0 ? null : tieOf(means)
    if (problem) return { problem }
    if (this.means?.values.length !== means.length) this.reserve(means.length)
    this.means.values.set(means)
    this.widest.values.set([1, 1, Infinity])
    const { times, allocations, curveTimes, curveAllocations, boundaries, bounds, table, widest, answers } = this
    this.kernels.call(
      "overview_kernel", this.means, indifference, epsilon, risk, this.tolerance, this.epsilons, times, allocations, curveTimes,
      curveAllocations, boundaries, bounds, table, widest, answers,
    )
    return this.tooWide(means, indifference) ?? this.overview({ means, indifference })
  }

  reserve(arms) {
    const points = this.epsilons.values.length
    Object.assign(this, {
      means: floats(arms), times: floats(3, 3), allocations: floats(4, arms), curveTimes: floats(points),
      curveAllocations: floats(points, arms), boundaries: floats(BOUNDARIES.length), bounds: floats(BOUNDS.length),
      table: floats(arms, TABLE_COLUMNS), answers: floats(3),
    })
  }

  overview({ means, indifference }) {
    const characteristic = (row) => {
      const [time, lower, upper] = this.times.values.subarray(3 * row, 3 * row + 3)
      const allocation = this.allocations.values.subarray(row * means.length, (row + 1) * means.length)
      return { time, lower, upper, allocation, best_arm: this.answers.values[row] }
    }
    return {
      kl: characteristic(0),
      tv: characteristic(1),
      private: characteristic(2),
      curve: { epsilons: this.epsilons.values, times: this.curveTimes.values, allocations: this.curveAllocations.values },
      boundaries: named(BOUNDARIES, this.boundaries),
      bounds: named(BOUNDS, this.bounds),
      good: goodAnswers({ means, indifference }),
    }
  }

  tooWide(means, indifference) {
    const [lower, upper, epsilon] = this.widest.values
    const width = indifference > 0 ? CERTIFIED_WIDTH_WITH_INDIFFERENCE : CERTIFIED_WIDTH
    if (upper <= lower * (1 + width) && lower < Infinity) return null
    return { problem: ["too_wide", { means, lower, upper, widest_epsilon: epsilon }] }
  }
}

function tieOf(means) {
  const highest = Math.max(...means)
  const best = means.flatMap((mean, arm) => (mean === highest ? [arm + 1] : []))
  if (best.length < 2) return null
  const more = best.length > 2 ? ` (and ${best.length - 2} more)` : ""
  return ["tie", { first_best: best[0], second_best: best[1], more_best: more, highest }]
}
