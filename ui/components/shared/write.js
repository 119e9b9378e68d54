// What components write on the page around them.  HTML is written only if it is new, since the browser lays out again what is
// written.  The place itself remembers what it has, because several scripts write there.
const places = new Map() // the places of sentences, by name

export function write(place, html) {
  if (place.written !== html) place.innerHTML = place.written = html
}

// The page's sentence of this name (ui.shell.page.moving), with its words explained.
export function writeSentence(name, html) {
  if (!places.get(name)?.isConnected) places.set(name, document.querySelector(`[data-sentence="${name}"]`))
  const place = places.get(name)
  if (place) write(place, globalThis.explained?.(html, name) ?? html)
}

// Mark whether the container with this key still tells of something that was shown before.
export function fade(key, isOld) {
  if (key) document.querySelector(`.st-key-${key}`)?.classList.toggle("of-before", isOld)
}
