// The pictures of a talk.  Each draws a scene in a state: { drawn, handles, words }.  Before the reveal it does not give the
// answer away, and nothing can be moved.
import explorerWords from "../../explore/sentences.json" with { type: "json" }
import { endsOf, titlesOf } from "../shared/axes.js"
import { atLeast, count, exact, number, roundedDown, roundedUp, setting } from "../shared/numbers.js"
import { wrapped } from "../shared/labels.js"
import { atLogShare, logShare, significant } from "../shared/scale.js"
import { area, line } from "../shared/svg.js"
import { armsIn, nameOf } from "./arms_picture.js"
import { curvesOf } from "./averages.js"
import { LINE, Plot, slider, wordsAt } from "./plot.js"

const [EPSILON] = titlesOf("epsilon")
const PEOPLE = 100
const GAPS = [0.005, 0.5] // the ends of the axis, if the arms allow them
const GAP_POINTS = 25
const NOTICED = 1.05 // times the bound without privacy; below this the two lines would lie on each other
const HALVINGS = 16
const REGIME = 0.14 // the opacity of a zone
const ROOM = 6 // by this factor the scale goes below the lowest curve, to leave room for words
const HALF = 0.6 // half a handle, in type sizes; a handle may be at the end of a curve
const UNSEEN = 0.62 // the share of a run's log time that is shown before the reveal
const boldWidth = (view) => (words) => view.widthOf(words, view.type, true)
const epsilonOf = (value) => significant(value, 3)
const wholeOf = (value, most) => Math.max(1, Math.round(significant(value, most)))

export const PICTURES = { arms, belief, averages, gaps, price, runs, freeze, budget, promises }

function arms(view, { state, overview, isRevealed }) {
  const box = { left: view.type, right: view.width - view.type, top: 2 * view.type, bottom: view.height - 0.5 * view.type }
  const { drawn, handles } = armsIn(view, box, state, isRevealed)
  const least = overview ? `at least ${atLeast(overview.bounds.non_private)} participants on average` : ""
  const said = isRevealed ? wordsAt(view, view.width / 2, 1.2 * view.type, least, "middle", { bold: true, color: view.colors.choice }) : ""
  return { drawn: drawn + said, handles, words: `Success rates ${listedOf(state)}${isRevealed ? `: ${least}` : ""}` }
}

// A hundred guesses about one person, and how many of them can be right.
function belief(view, { state, isRevealed }) {
  const { width, height, type, colors } = view
  const share = isRevealed ? 1 / (1 + Math.exp(-state.epsilon)) : 0.5
  const right = Math.ceil(PEOPLE * share - 1e-9)
  const room = height - 5.4 * type
  const cellOf = (each) => Math.min((width - 2 * type) / each, room / (PEOPLE / each))
  const columns = [10, 20, 25].toSorted((a, b) => cellOf(b) - cellOf(a))[0]
  const cell = cellOf(columns)
  const left = (width - columns * cell) / 2
  const people = Array.from({ length: PEOPLE }, (_, i) => {
    const [x, y] = [left + (i % columns) * cell + cell / 2, 1.6 * type + Math.floor(i / columns) * cell + cell / 2]
    const fill = i < right ? (i < PEOPLE / 2 ? colors.without_privacy : colors.choice) : colors.grid
    return `<g fill="${fill}"><circle cx="${x}" cy="${y - 0.2 * cell}" r="${0.16 * cell}"/><path d="M${x - 0.26 * cell} ${y + 0.36 * cell}a${0.26 * cell} ${0.34 * cell} 0 0 1 ${0.52 * cell} 0z"/></g>`
  })
  const most = setting(roundedUp(PEOPLE * share))
  const after = Number(most) < PEOPLE ? `on average at most ${most} of ${PEOPLE} guesses are right` : `nearly all of ${PEOPLE} guesses can be right`
  const told = isRevealed ? after : `before the result: 50 of ${PEOPLE} guesses are right`
  const place = { left: 2 * type, right: width - 2 * type, y: height - 2.6 * type }
  const { drawn, handle } = slider(view, place, epsilonIn(view, state))
  const title = wordsAt(view, width / 2, 1.1 * type, told, "middle", { bold: true })
  return { drawn: people.join("") + title + drawn, handles: isRevealed ? [handle] : [], words: `${told}; ε = ${setting(state.epsilon)}` }
}

// What its slider shows and changes.
const epsilonIn = ({ range }, { epsilon }) =>
  ({ key: "epsilon", name: EPSILON, range, rounded: epsilonOf, value: epsilon, told: `ε = ${setting(epsilon)}`, ends: endsOf("epsilon") })

function averages(view, { state, isRevealed }) {
  const { width, height, type, colors, arm_colors: fills } = view
  const frame = { left: type, right: width - type, top: 1.4 * type, bottom: height - (isRevealed ? 7.2 : 1.8) * type }
  const { low, high, laws } = curvesOf(state)
  const top = Math.max(...laws.flat())
  const drawn = laws.map((law, arm) => {
    const places = law.map((density, i) => [frame.left + (i / (law.length - 1)) * (frame.right - frame.left), frame.bottom - (density / top) * (frame.bottom - frame.top)])
    const shade = area([[frame.left, frame.bottom], ...places, [frame.right, frame.bottom]], fills[arm], 0.35)
    const at = frame.left + ((state.means[arm] - low) / (high - low)) * (frame.right - frame.left)
    return shade + line(places, fills[arm], LINE.usual) + line([[at, frame.bottom], [at, frame.bottom - 8]], colors.text, 3) +
      wordsAt(view, at, frame.bottom + 1.2 * type, nameOf(state.names, arm), state.means[arm] < state.means[1 - arm] ? "end" : "start", { bold: true })
  })
  const title = wordsAt(view, width / 2, type, "where the published averages fall", "middle")
  const scale = (row, given) => slider(view, { left: 2 * type, right: width - 2 * type, y: height - (5.2 - 2.9 * row) * type }, given)
  const scales = isRevealed
    ? [
        scale(0, { key: "participants", name: "participants", range: view.participants, rounded: (value) => wholeOf(value, 2), value: state.participants, told: `${count(state.participants)} participants`, ends: ["few", "many"] }),
        scale(1, epsilonIn(view, state)),
      ]
    : []
  const words = `Where the published averages of two arms fall, with ${count(state.participants)} participants at ε = ${setting(state.epsilon)}`
  return { drawn: drawn.join("") + title + scales.map(({ drawn: each }) => each).join(""), handles: scales.map(({ handle }) => handle), words }
}

// The bounds of two arms against their gap.
function gaps(view, { state, boundsAt, isRevealed }) {
  const best = Math.max(...state.means)
  const gap = state.gap ?? best - Math.min(...state.means)
  const at = (each) => boundsAt({ ...state, means: [best, best - each] })
  const range = [Math.min(gap, GAPS[0]), Math.max(gap, Math.min(GAPS[1], 0.9 * best))]
  const places = Array.from({ length: GAP_POINTS }, (_, i) => atLogShare(i / (GAP_POINTS - 1), range))
  const found = places.map(at)
  const ends = [Math.min(...found.map(({ non_private: free }) => free)) / 2, 2 * Math.max(...found.map(({ tightest_private: dear }) => dear))]
  const plot = new Plot(view, { x: { range, title: "gap between the two" }, y: { range: ends, title: "participants, lower bound" } })
  const here = at(gap)
  const isPrivate = here.tightest_private > NOTICED * here.non_private
  const lines = [["non_private", view.colors.without_privacy, "without privacy"], ["tightest_private", view.colors.private, `at ε = ${setting(state.epsilon)}`]]
  const shown = lines.filter(([name]) => name === "non_private" || isPrivate)
  const drawn = shown.map(([name, color, words]) => {
    const whole = isRevealed ? plot.path(places.map((each, i) => [each, found[i][name]]), color, LINE.thick) : ""
    const [x, y] = [plot.x(gap), plot.y(here[name])]
    const point = `<circle cx="${x}" cy="${y}" r="${0.4 * view.type}" fill="${color}"/>`
    const told = `${atLeast(here[name])} ${words}`
    const wide = boldWidth(view)(told)
    const isLeft = x - 0.8 * view.type - wide > plot.left // below the line, else above it
    const [left, row] = isLeft ? [x - 0.8 * view.type - wide, 1.2] : [Math.min(x + 0.8 * view.type, view.width - wide), -0.9]
    return whole + point + wordsAt(view, left, y + row * view.type, told, "start", { color, bold: true })
  })
  const top = here[shown.at(-1)[0]]
  const handle = plot.handle("x", "gap", [gap, top], "gap", significant(gap, 3), (value) => ({ gap: significant(value, 3) }))
  const words = `Lower bound against the gap; at gap ${significant(gap, 3)}: ${shown.map(([name, , each]) => `${atLeast(here[name])} ${each}`).join(", ")}`
  return { drawn: plot.axes() + drawn.join(""), handles: isRevealed ? [handle] : [], words }
}

// The bound over all epsilons and the one without privacy, with room for small arms in the free corner.
function bound(view, { overview }, held = [], title = "participants on average", right = 0) {
  const scale = overview.bounds.non_private / overview.kl.time
  const samples = Array.from(overview.curve.times, (time) => time * scale)
  const { non_private: free } = overview.bounds
  const heights = [free, samples[0], ...held]
  const range = [10 ** Math.floor(Math.log10(Math.min(...heights) / 1.5)), 10 ** Math.ceil(Math.log10(1.5 * Math.max(...heights)))]
  const plot = new Plot(view, { x: { range: view.range, titles: titlesOf("epsilon"), ends: endsOf("epsilon") }, y: { range, title }, right })
  const epsilons = [...overview.curve.epsilons]
  const isLow = plot.bottom - plot.y(free) < 1.4 * view.type
  const drawn = plot.path([[view.range[0], free], [view.range[1], free]], view.colors.without_privacy, LINE.usual, "12 8") +
    plot.path(epsilons.map((epsilon, i) => [epsilon, samples[i]]), view.colors.private, LINE.thick) +
    wordsAt(view, plot.left + 0.3 * view.type, plot.y(free) + (isLow ? -0.4 : 1.1) * view.type, "no privacy", "start", { color: view.colors.without_privacy, bold: true })
  const { left, top, bottom } = plot
  const [across, edge] = [plot.right + right - left, plot.right + right]
  const corner = { left: left + 0.56 * across, right: edge - 0.5 * view.type, top: top + 0.2 * view.type, bottom: top + 0.42 * (bottom - top) }
  return { plot, drawn, corner, scale }
}

function price(view, moment) {
  const { state, overview, isRevealed } = moment
  const { plot, drawn, corner } = bound(view, moment)
  const { price_dominated: end, almost_free: start } = overview.boundaries
  const { colors, type } = view
  const here = [state.epsilon, overview.bounds.tightest_private]
  const regimes = plot.band([view.range[0], end], colors.private, REGIME) + plot.band([start, view.range[1]], colors.without_privacy, REGIME)
  const { left, top, bottom: floor } = plot
  const [x, y] = [plot.x(here[0]), plot.y(here[1])]
  const told = [`at least ${atLeast(here[1])}`, `at ε = ${setting(state.epsilon)}`]
  const wide = Math.max(...told.map(boldWidth(view)))
  const reach = x < corner.left && y - 3.2 * type < corner.bottom ? corner.left + 0.2 * type : view.width
  const at = x + 0.9 * type + wide < view.width ? Math.min(x + 0.9 * type, reach - wide) : Math.max(left, x - 0.9 * type - wide)
  const reading = told.map((row, i) => wordsAt(view, at, y - (2 - 1.2 * i) * type, row, "start", { color: colors.choice, bold: true }))
  const choice = line([[x, y], [x, floor]], colors.choice, LINE.thin) + reading.join("")
  // A boundary, with its words in the first of the places from which the reading stays away, or without them.
  const flag = (epsilon, from, to, words, places) => {
    const rows = wrapped(words, to - from - 0.3 * type, (row) => plot.widthOf(row, type))
    const isFree = (high) => at > to || at + wide < from || y - 0.2 * type < high || y - 3.1 * type > high + 1.2 * rows.length * type
    const high = places.find(isFree)
    const said = high === undefined ? [] : rows.map((row, i) => wordsAt(view, from + 0.3 * type, high + (1.1 + 1.15 * i) * type, row, "start"))
    return line([[plot.x(epsilon), top], [plot.x(epsilon), floor]], colors.text, 2, "", 0.5) + said.join("")
  }
  const { price_dominated: sets, almost_free: free } = explorerWords.boundaries
  const marks = flag(end, left, plot.x(end), sets.flag, [top, floor - 5.4 * type]) + flag(start, plot.x(start), plot.right, free.flag, [corner.bottom, floor - 4 * type])
  const mark = moment.origin ? before(plot, moment.origin.price_dominated, end, plot.y(overview.bounds.non_private)) : ""
  const small = armsIn(view, corner, state, isRevealed)
  const handle = plot.handle("x", "epsilon", here, EPSILON, setting(state.epsilon), (value) => ({ epsilon: epsilonOf(value) }))
  const words = `Lower bound against ε: ${told.join(" ")}${isRevealed ? `; ${sets.flag} ${sets.holds} ε = ${number(roundedDown(end))}, ${free.flag} ${free.holds} ${number(roundedUp(start))}` : ""}`
  return { drawn: (isRevealed ? regimes : "") + plot.axes() + drawn + (isRevealed ? mark + marks + choice : "") + small.drawn, handles: isRevealed ? [handle, ...small.handles] : [], words }
}

// A faint mark of where a boundary was, once it is elsewhere.
function before(plot, origin, now, floor) {
  const { type, colors, top, bottom } = plot
  const x = plot.x(origin)
  if (Math.abs(plot.x(now) - x) < LINE.usual) return ""
  const [side, anchor] = origin > now ? [0.3, "start"] : [-0.3, "end"]
  return line([[x, top], [x, bottom]], colors.text, LINE.thin, "4 8", 0.5) +
    wordsAt(plot, x + side * type, floor - 0.4 * type, "before", anchor, { italic: true })
}

// Simulated runs above the bound, which this browser makes from the moment when the scene is shown.
function runs(view, moment) {
  const { state, isRevealed } = moment
  const shown = moment.points.map((curve, i) => (i || isRevealed ? curve : [])) // the vote is about the first curve
  const points = shown.map((curve) => curve.filter(([, , , , capped]) => capped === 0)) // else no average is known
  const heights = points.flatMap((curve) => curve.flatMap(([, , middle, high]) => [middle, high]))
  const names = view.scene.algorithms.map(([, label, isPrivate]) => (isPrivate ? [label] : [label, "not private"]))
  const longest = Math.max(...names.flat().map(boldWidth(view)))
  const { plot, drawn, corner, scale } = bound(view, moment, heights, "participants on average", longest + HALF * view.type)
  const colors = view.scene.algorithms.map(([name]) => view.algorithm_colors[name])
  const ends = [["bound", view.colors.private, plot.right, plot.y(moment.overview.curve.times.at(-1) * scale)]]
  const [floor] = plot.y.domain // an interval of few runs may reach below 0
  const lines = points.map((curve, i) => {
    if (!curve.length) return ""
    const band = [...curve.map(([epsilon, , , high]) => [epsilon, high]), ...curve.toReversed().map(([epsilon, low]) => [epsilon, Math.max(low, floor)])]
    const shade = area(band.map(([epsilon, samples]) => [plot.x(epsilon), plot.y(samples)]), colors[i], 0.18)
    const [last, , height] = curve.at(-1)
    ends.push([names[i], colors[i], plot.x(last), plot.y(height)])
    return shade + plot.path(curve.map(([epsilon, , middle]) => [epsilon, middle]), colors[i], LINE.usual)
  })
  const told = plot.names(ends, plot.right, corner.bottom)
  const made = points.flat().reduce((sum, point) => sum + point[5], 0)
  const small = armsIn(view, corner, state, isRevealed)
  const words = `Lower bound and simulated averages against ε; ${made} runs so far`
  return { drawn: plot.axes() + drawn + lines.join("") + told + small.drawn, handles: small.handles, words }
}

// How often each option was tried, over the time of one run.
function freeze(view, { state, isRevealed, scene }) {
  const { times, counts } = scene
  const first = times[0]
  const whole = [Math.max(10, first), scene.cap]
  const share = isRevealed ? (state.time ?? 1) : UNSEEN
  const now = atLogShare(share, whole)
  const best = state.means.indexOf(Math.max(...state.means))
  const names = state.means.map((_, arm) => wrapped(nameOf(state.names, arm) + (arm === best ? " best" : ""), 0.3 * view.width, boldWidth(view)))
  const right = Math.max(...names.flat().map(boldWidth(view))) + HALF * view.type
  const plot = new Plot(view, { x: { range: whole, title: "participants so far" }, y: { range: [1, scene.cap], title: "on each option" }, right })
  const rows = times.flatMap((time, i) => (time <= now && time >= whole[0] ? [i] : []))
  const fills = view.arm_colors
  const ends = []
  const drawn = state.means.map((_, arm) => {
    const points = rows.map((i) => [times[i], Math.max(1, counts[i][arm])])
    if (!points.length) return ""
    const [x, y] = points.at(-1)
    const color = fills[arm % fills.length]
    ends.push([names[arm], color, plot.x(x), plot.y(y)])
    return plot.path(points, color, arm === best ? LINE.thick : LINE.usual)
  })
  const x = plot.x(now)
  const told = `${count(wholeOf(now, 3))} participants`
  const cursor = line([[x, plot.top], [x, plot.bottom]], view.colors.choice, LINE.thin)
  const handle = plot.handle("x", "time", [now, 1], "time of the run", told, (value) => ({ time: logShare(wholeOf(value, 3), whole) }))
  const labels = plot.names(ends, Math.max(...ends.map(([, , end]) => end)), plot.top)
  return { drawn: plot.axes() + drawn.join("") + cursor + labels, handles: isRevealed ? [handle] : [], words: `How often each option was tried, up to ${told}` }
}

// Which epsilons are ruled out with this many participants.
function budget(view, moment) {
  const { state, overview, isRevealed, boundsAt } = moment
  const { plot, drawn, corner, scale } = bound(view, moment, [state.participants])
  const { colors, type } = view
  const { epsilons, times } = overview.curve
  const place = epsilons.findIndex((_, i) => times[i] * scale <= state.participants)
  const ruled = place < 0 ? view.range[1] : place === 0 ? view.range[0] : crossing([epsilons[place - 1], epsilons[place]], state.participants, (epsilon) => boundsAt({ ...state, epsilon }))
  const [y, row] = [plot.y(state.participants), corner.bottom + 1.6 * type]
  const { left, right } = plot
  const told = `${count(significant(state.participants, 3))} participants`
  const none = place < 0 ? "too few for every ε" : `ruled out below ε = ${setting(roundedDown(ruled))}`
  const level = line([[left, y], [right, y]], colors.choice, LINE.usual) + wordsAt(view, right - 0.4 * type, y - 0.5 * type, told, "end", { color: colors.choice, bold: true })
  const shade = isRevealed ? plot.forbidden([view.range[0], ruled]) : ""
  const said = isRevealed ? wordsAt(view, right - 0.4 * type, Math.abs(y - row) < 1.5 * type ? y + 1.3 * type : row, none, "end", { bold: true }) : ""
  const handle = plot.handle("y", "participants", [view.range[1], state.participants], "participants", told, (value) => ({ participants: wholeOf(value, 3) }))
  return { drawn: shade + plot.axes() + drawn + level + said + armsIn(view, corner, state, false).drawn, handles: isRevealed ? [handle] : [], words: `Lower bound against ε and ${told}${isRevealed ? `: ${none}` : ""}` }
}

// Two promises: the exact participants of "find a lead" (the weak one); the bound of "be right whatever the rates are" (the
// strong one), and PRISE's means.
function promises(view, moment) {
  const { state, isRevealed, boundsAt, scene: { lead: { epsilons, participants }, simulated } } = moment
  const { colors, type } = view
  const placeOf = (value) => epsilons.reduce((best, each, i) => (Math.abs(Math.log(each / value)) < Math.abs(Math.log(epsilons[best] / value)) ? i : best), 0)
  const [epsilon, enough] = [epsilons, participants].map((each) => each[placeOf(state.epsilon)])
  const least = boundsAt({ ...state, epsilon }).tightest_private
  const held = [Math.min(...participants) / ROOM, ...participants, ...simulated.map(([, mean]) => mean)]
  const { plot, drawn, corner, scale } = bound(view, moment, held, "participants", boldWidth(view)("strong: bound") + HALF * type)
  const { left, right, bottom } = plot
  const ends = [["strong: bound", colors.private, right, plot.y(moment.overview.curve.times.at(-1) * scale)]]
  const curves = [["weak: exact", colors.text, epsilons.map((each, i) => [each, participants[i]])], ["strong: PRISE", view.algorithm_colors.prise, simulated]]
  const lines = curves.filter(([, , points]) => isRevealed && points.length).map(([name, color, points]) => {
    const [last, height] = points.at(-1)
    ends.push([name, color, plot.x(last), plot.y(height)])
    return plot.path(points, color, LINE.usual)
  })
  const told = [[`ε = ${setting(epsilon)}`, colors.choice], ...(isRevealed ? [[`weak: exactly ${exact(enough)}`, colors.text], [`strong: at least ${atLeast(least)}`, colors.private]] : [])]
  const x = plot.x(epsilon)
  const [side, anchor] = x > (left + right) / 2 ? [-0.5, "end"] : [0.5, "start"]
  const isBeside = plot.y(moment.overview.bounds.non_private) + 1.3 * type > bottom - (1.2 * told.length + 0.3) * type // the words "no privacy"
  const beside = isBeside ? left + 0.6 * type + boldWidth(view)("no privacy") : left
  const from = side < 0 ? Math.max(x - 0.5 * type, left + Math.max(...told.map(([words]) => boldWidth(view)(words)))) : Math.max(x + 0.5 * type, beside)
  const rows = told.map(([words, color], i) => wordsAt(view, from, bottom - (0.5 + 1.2 * (told.length - 1 - i)) * type, words, anchor, { color, bold: true }))
  const cursor = line([[x, plot.y(isRevealed ? enough : least)], [x, bottom]], colors.choice, LINE.thin)
  const said = told.map(([words]) => words).join("; ")
  const handle = plot.handle("x", "epsilon", [epsilon, enough], EPSILON, said, (value) => ({ epsilon: epsilons[placeOf(value)] }))
  const shown = [plot.axes(), drawn, ...lines, cursor, ...rows, plot.names(ends, right + HALF * type, corner.bottom), armsIn(view, corner, state, false).drawn]
  return { drawn: shown.join(""), handles: isRevealed ? [handle] : [], words: `Participants under two promises; ${said}` }
}

// The epsilon between these two at which the bound falls to this many participants.
function crossing([low, high], participants, boundsAt) {
  let ends = [low, high]
  for (let i = 0; i < HALVINGS; i += 1) {
    const middle = Math.sqrt(ends[0] * ends[1])
    ends = boundsAt(middle).tightest_private > participants ? [middle, ends[1]] : [ends[0], middle]
  }
  return ends[0]
}

const listedOf = ({ means, names }) => means.map((mean, arm) => `${nameOf(names, arm)} ${mean}`).join(", ")
