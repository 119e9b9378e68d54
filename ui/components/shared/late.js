// The front end calls a component for each piece of data, but for those that come while its script is still being loaded
// in any order: the earlier one, called last, would stay on show.  A server that was started anew, or another one, begins
// to count anew, in a session of its own.
const shown = new WeakMap()

// Whether later data than these are on show already.
export function isLate({ parentElement, data }) {
  const [session, number] = data.made
  const [shownSession, shownNumber] = shown.get(parentElement) ?? []
  if (session === shownSession && number < shownNumber) return true
  shown.set(parentElement, data.made)
  return false
}
