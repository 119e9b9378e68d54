// The front end calls a component for each piece of data, but for those that come while its script is still being loaded
// in any order: the earlier one, called last, would stay on show.
const shown = new WeakMap()

// Whether later data than these are on show already.
export function isLate({ parentElement, data }) {
  if (data.made < shown.get(parentElement)) return true
  shown.set(parentElement, data.made)
  return false
}
