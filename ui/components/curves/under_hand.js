// What the bars send during a drag (the window's event "overview"), turned into what the picture draws.
import { atLogShare, readOff } from "../shared/scale.js"

const POINTS = 160

// We copy what the next step overwrites.  curve: the bound over all epsilons that the page can show.
export function underHand({ means, epsilon, risk, indifference, overview: { kl, curve, bounds, good } }) {
  const scale = bounds.non_private / kl.time
  const whole = { epsilons: curve.epsilons, private: Array.from(curve.times, (time) => time * scale) }
  const state = { means: [...means], epsilon, risk, indifference, is_asymptotic: good.length > 1 }
  return { ...state, free: bounds.non_private, bound: bounds.tightest_private, whole }
}

// Whether the runs that are asked for were prepared in a way that fits: they do not fit another risk or number of arms.
export const fits = ({ means, risk }, asked) => risk === asked.risk && means.length === asked.means.length

// The bounds that a picture shows at these epsilons and at the dragged one.
export function boundsOf({ epsilon, bound, free, whole, is_asymptotic }, [low, high]) {
  const range = [Math.min(low, epsilon), Math.max(high, epsilon)]
  return { range, epsilon, bound, free, is_asymptotic, bounds: within(range, whole) }
}

// The bound over a part of its epsilons.
export function within([low, high], whole) {
  const epsilons = Array.from({ length: POINTS }, (_, i) => atLogShare(i / (POINTS - 1), [low, high]))
  return { epsilons, private: epsilons.map((epsilon) => boundAt(epsilon, whole)) }
}

export const boundAt = (epsilon, { epsilons, private: samples }) => readOff(epsilon, epsilons, samples)
