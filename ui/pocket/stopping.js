// The picture of stopping times at another state than the saved one, as ui/stopping/charts.py and browser.py would have it.
import { boundsOf, fits, underHand } from "../components/curves/under_hand.js"

// saved: what Python has written.  told: a state and its overview.  The saved orders fit as long as the risk and the number
// of arms stay; elsewhere there are bounds alone.
export function stoppingAt(told, saved) {
  const state = underHand(told)
  const { means, risk } = state
  const { shown, asked } = saved
  const cells = fits(state, asked) ? asked.cells : []
  return {
    ...saved,
    shown: { ...shown, ...boundsOf(state, shown.range) },
    asked: { ...asked, question: JSON.stringify([means, risk]), means, risk, cells },
  }
}
