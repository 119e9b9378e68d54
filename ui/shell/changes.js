// Tells the scripts beside it that the page has changed: one observer for all of them, which costs nothing while nothing changes.
{
  const PAUSE_MS = 500 // changes within this time are reported together
  const ATTRIBUTES = ["class", "hidden", "href", "open"] // attributes that show or hide words
  const looks = []
  let waits = false

  function tell() {
    waits = false
    for (const look of looks) look()
  }

  function note() {
    if (!waits) setTimeout(tell, PAUSE_MS)
    waits = true
  }

  globalThis.onChanges = (look) => looks.push(look)
  new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: ATTRIBUTES })
  addEventListener("resize", note)
}
