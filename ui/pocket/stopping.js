// The picture of stopping times at another state than the saved one, as ui/stopping/charts.py and browser.py would have it.
import { underHand, within } from "../components/curves/under_hand.js"

// saved: what Python has written.  told: a state and its overview.  The saved orders fit as long as the risk and the number
// of arms stay; elsewhere there are bounds alone.
export function stoppingAt(told, saved) {
  const { means, risk, epsilon, bound, free, whole } = underHand(told)
  const { shown, asked } = saved
  const [low, high] = shown.range
  const range = [Math.min(low, epsilon), Math.max(high, epsilon)]
  const fits = risk === asked.risk && means.length === asked.means.length
  return {
    ...saved,
    shown: { ...shown, range, epsilon, bound, free, bounds: within(range, whole) },
    asked: { ...asked, question: JSON.stringify([means, risk]), means, risk, cells: fits ? asked.cells : [] },
  }
}
