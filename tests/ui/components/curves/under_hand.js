// For test_under_hand.py: what the picture draws of each state in a drag, and the sentences about it.
import { readFileSync } from "node:fs"
import { Overviews } from "../../../../ui/components/bars/overviews.js"
import { underHand, within } from "../../../../ui/components/curves/under_hand.js"
import { said } from "../../../../ui/components/shared/sentences.js"
import explorerWords from "../../../../ui/explore/sentences.json" with { type: "json" }
import words from "../../../../ui/stopping/sentences.json" with { type: "json" }
import { loadKernels } from "../../../../wasm/kernels.js"

export async function dragged({ epsilons, range, states }) {
  const overviews = new Overviews(await loadKernels(readFileSync("static/overview.wasm")), epsilons, explorerWords.constants.tolerance)
  return states.map((state) => {
    const told = underHand({ ...state, overview: overviews.of(state) })
    const values = { ...told, has_private: state.epsilon > 0.1, has_runs: false }
    return { ...within(range, told.whole), free: told.free, sentences: ["verdict", "expert"].map((name) => said(words, name, values)) }
  })
}
