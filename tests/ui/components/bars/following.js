// What the bars show of each instance that a test asks for, for test_following.py.
import explorerWords from "../../../../ui/explore/sentences.json" with { type: "json" }
import { readFileSync } from "node:fs"
import { loadKernels } from "../../../../wasm/kernels.js"
import { problemOf, shownOf } from "../../../../ui/components/bars/following.js"
import { Overviews } from "../../../../ui/components/bars/overviews.js"

export async function following({ epsilons, given, sentences, states }) {
  const kernels = await loadKernels(readFileSync("static/overview.wasm"))
  const overviews = new Overviews(kernels, epsilons, explorerWords.constants.tolerance)
  return states.map((state, i) => {
    const overview = overviews.of(state)
    if (overview.problem) return { problem: problemOf(explorerWords, overview.problem) }
    return shownOf(explorerWords, given[i % given.length], sentences, state, overview)
  })
}

export const tooWide = (values) => problemOf(explorerWords, ["too_wide", values])
