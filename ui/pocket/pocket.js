// It plays the server's part in the file: it mounts the components with what Python has written, and answers their reports.
import explorerWords from "../explore/sentences.json" with { type: "json" }
import { loadKernels } from "../../wasm/kernels.js"
import { problemOf, shownOf } from "../components/bars/following.js"
import { Overviews } from "../components/bars/overviews.js"
import { boundsOf, fits, underHand } from "../components/curves/under_hand.js"
import { moduleAt } from "../components/shared/modules.js"
import { write } from "../components/shared/write.js"
import { asTexts, parsed } from "./state.js"

const UNABLE = "This browser does not run WebAssembly, which computes the numbers, so what you see stays as it was saved."
const STOPPING = "#stopping-times"
const ALL_BOUNDS = "all-bounds" // in links
const find = (selector) => document.querySelector(selector)
const { query, palettes, arm_colors, bars, lower, curves } = JSON.parse(find("#drawn").textContent) // by Python, for the state of this query
const edited = find("meta[name=state]").content // somebody may have edited it by hand
const [allBounds, dashboard] = [find("#all-bounds"), find("#dashboard")]
const isDark = matchMedia("(prefers-color-scheme: dark)")
const mounted = new Map() // by place
const overviews = load()
let answer = bars
let stopping = curves
let made = 0

async function load() {
  try {
    const kernels = await loadKernels(await moduleAt(bars.module))
    return new Overviews(kernels, bars.picture.epsilons, explorerWords.constants.tolerance)
  } catch {
    return null
  }
}

function mount(name, place, data, setStateValue) {
  made += 1
  mounted.set(place, [name, place, data, setStateValue])
  const dressed = { ...data, colors: palettes[isDark.matches ? "dark" : "light"], arm_colors, made: ["file", made] }
  globalThis.mounts[name]({ parentElement: find(place).shadowRoot, data: dressed, setStateValue })
}

const listen = (_, { sequence, means, names, epsilon, risk, indifference }) => show({ means, names, epsilon, risk, indifference }, sequence)

// Compute and show this state, in answer to the report with that number; an impossible state leaves the last one.
async function show(state, sequence = answer.sequence) {
  const known = await overviews
  const overview = known?.of(state)
  answer = { ...answer, sequence, ...answerOf(state, overview) }
  mount("bars", "#explorer", answer, listen)
  if (answer.problem) return
  stopping = stoppingAt(underHand({ ...state, overview }))
  if (mounted.has(STOPPING)) mount("curves", STOPPING, stopping)
  for (const [name, html] of Object.entries(answer.sentences)) write(find(`[data-sentence="${name}"]`), html)
  dispatchEvent(new CustomEvent("overview", { detail: { ...state, overview, kernels: known.kernels } }))
  if (dashboard) dashboard.search = queryOf(answer)
}

function answerOf(state, overview) {
  if (!overview) return { problem: UNABLE }
  if (overview.problem) return { problem: problemOf(explorerWords, overview.problem) }
  const given = { ...answer.given, all_bounds: allBounds.checked }
  const { picture, shares, sentences } = shownOf(explorerWords, given, Object.keys(answer.sentences), state, overview)
  return { ...state, given, picture, shares: [...shares], sentences, problem: "" }
}

// The picture of stopping times for another state than the saved one, made as ui/stopping/charts.py and browser.py make it.
// The saved orders fit as long as the risk and the number of arms stay the same; otherwise there are only bounds.
function stoppingAt(state) {
  const { shown, asked } = curves
  const { means, risk } = state
  const order = { question: JSON.stringify([means, risk]), means, risk, cells: fits(state, asked) ? asked.cells : [] }
  return { ...curves, shown: { ...shown, ...boundsOf(state, shown.range) }, asked: { ...asked, ...order } }
}

function queryOf(state) {
  const { indifference, ...texts } = asTexts(state)
  return new URLSearchParams({ ...texts, ...(state.indifference && { indifference }), ...(allBounds.checked && { [ALL_BOUNDS]: true }) })
}

// The file has only the sentences and algorithms for the smallest difference that it was saved with.
function gapOf({ indifference }) {
  return indifference === bars.indifference ? "" : `this file was saved with “Ignore differences below” at ${bars.indifference}; other values need the full dashboard`
}

// Show the state from the file's head, except where the end of its address sets something else.
function open() {
  const texts = Object.fromEntries([query, edited, location.hash.slice(1)].flatMap((said) => [...new URLSearchParams(said)]))
  const { state, problem = gapOf(state) } = parsed(texts, bars.limits)
  if (!problem) {
    allBounds.checked = texts[ALL_BOUNDS] === "true"
    show(state)
    return
  }
  answer = { ...answer, problem: `${problem[0].toUpperCase()}${problem.slice(1)}. ${explorerWords.problems.last_valid}` }
  mount("bars", "#explorer", answer, listen)
}

// Runs begin once they can be seen; before that they would only slow down a drag.
function seen(entries, observer) {
  if (!entries.at(-1).isIntersecting) return
  observer.disconnect()
  mount("curves", STOPPING, stopping)
}

for (const [name, data] of Object.entries(lower)) mount("lower", `#${name}`, data)
mount("bars", "#explorer", bars, listen)
allBounds.addEventListener("change", () => show(answer))
isDark.addEventListener("change", () => [...mounted.values()].forEach((given) => mount(...given)))
new IntersectionObserver(seen).observe(find(STOPPING))
addEventListener("hashchange", open)
if (location.hash || edited !== query) open()
