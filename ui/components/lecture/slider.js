// A log scale with a knob under a picture, for a value that the picture has no axis for.
import { atLogShare, logShare } from "../shared/scale.js"
import { line } from "../shared/svg.js"
import { wordsAt } from "./plot.js"

// place: { left, right, y }.  rounded(value): the value as it is reported.  Returns { drawn, handle }.
export function slider(view, { left, right, y }, { key, name, range, rounded, value, told, ends }) {
  const { type, colors } = view
  const share = logShare(value, range)
  const x = left + share * (right - left)
  const drawn = line([[left, y], [right, y]], colors.grid, 6) + line([[left, y], [x, y]], colors.choice, 6) +
    wordsAt(view, left, y + 1.5 * type, ends[0], "start") + wordsAt(view, right, y + 1.5 * type, ends[1], "end") +
    wordsAt(view, (left + right) / 2, y + 1.5 * type, told, "middle", { color: colors.choice, bold: true })
  const set = (place) => ({ [key]: rounded(atLogShare(place, range)) })
  return { drawn, handle: { key, axis: "x", name, told, pixels: right - left, share, at: [x, y], set } }
}
