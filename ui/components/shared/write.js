// HTML that is written only when it is new, since the browser lays out anew what is written: told by what the place
// itself remembers, for several scripts write there.
export function write(place, html) {
  if (place.written !== html) place.innerHTML = place.written = html
}
