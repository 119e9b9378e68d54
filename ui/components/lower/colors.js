// A colour between two others, which are written #rrggbb: at 0 the first, at 1 the second.
const channels = (color) => [1, 3, 5].map((place) => parseInt(color.slice(place, place + 2), 16))

export function mixed(from, to, share) {
  const end = channels(to)
  return `rgb(${channels(from).map((start, i) => Math.round(start + share * (end[i] - start))).join(",")})`
}
