// Values on an axis of a Plotly chart, as shares of its length.
import { clamp, significant } from "../shared/scale.js"

const endsOfAxis = ({ range }) => range.map(Number)

export function shareOn(axis, value) {
  const [low, high] = endsOfAxis(axis)
  return ((axis.type === "log" ? Math.log10(value) : value) - low) / (high - low)
}

// The value as it is reported, kept within its limits.
export function valueOn(axis, share, { limits, is_whole: isWhole }) {
  const [low, high] = endsOfAxis(axis)
  const place = low + share * (high - low)
  const value = axis.type === "log" ? 10 ** place : place
  return clamp(significant(isWhole ? Math.round(value) : value, 3), ...limits)
}
