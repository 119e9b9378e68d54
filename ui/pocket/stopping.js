// The picture of stopping times for a state other than the saved one, made as ui/stopping/charts.py and browser.py make it.
import { boundsOf, fits, underHand } from "../components/curves/under_hand.js"

// saved: what Python has written.  told: a state and its overview.  The saved orders fit as long as the risk and the number
// of arms stay the same; otherwise there are only bounds.
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
