// What the bars show of each instance that a test asks for, as JSON.
import explorerWords from "../../../../ui/explore/sentences.json" with { type: "json" }
import overviewModule from "../../../../static/overview.wasm"
import { loadKernels } from "../../../../wasm/kernels.js"
import { problemOf, shownOf } from "../../../../ui/components/bars/following.js"
import { Overviews } from "../../../../ui/components/bars/overviews.js"
import { unpacked } from "../../../../ui/components/shared/packed.js"

export async function following({ epsilons, given, sentences, states }) {
  const kernels = await loadKernels(await unpacked(overviewModule))
  const overviews = new Overviews(kernels, epsilons, explorerWords.constants.tolerance)
  const all = states.map((state, i) => {
    const overview = overviews.of(state)
    if (overview.problem) return { problem: problemOf(explorerWords, overview.problem) }
    return shownOf(explorerWords, given[i % given.length], sentences, state, overview)
  })
  return JSON.stringify(all)
}

export const tooWide = (values) => problemOf(explorerWords, ["too_wide", values])
