// For people who use a screen reader or the keyboard: it announces a verdict once it has changed and settled, and adds what
// Streamlit leaves out.
{
  const REST_MS = 1000 // how long a verdict must stay the same before it is announced
  const UNSEEN = "position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap"
  const VERDICT = ":is(.st-key-verdict, .st-key-first-answer) p"
  const WIDE = ".numbers, pre, :has(> table)"
  let [region, told, last, since, again] = [null, "", "", 0, 0]

  // An element whose changes screen readers announce; it must be on the page before there is anything to announce.
  function announce(words) {
    if (!region) {
      region = document.body.appendChild(document.createElement("div"))
      region.setAttribute("role", "status")
      region.style.cssText = UNSEEN
    }
    region.textContent = words
  }

  // The first verdict is read with its page, and one that ends in "…" still waits for a number.
  function tellVerdict() {
    const verdict = document.querySelector(VERDICT)?.textContent.trim() ?? ""
    if (verdict !== last) since = performance.now()
    last = verdict
    clearTimeout(again)
    if (!verdict || verdict.endsWith("…") || verdict === told) return
    const early = since + REST_MS - performance.now()
    if (early > 0) {
      again = setTimeout(tellVerdict, early)
      return
    }
    announce(told ? verdict : "")
    told = verdict
  }

  // Elements that scroll sideways can be reached by keys.  The menu's lists lose their role, because other elements are
  // between a list and its items.
  function mend() {
    for (const part of document.querySelectorAll(WIDE)) if (part.tabIndex < 0 && part.scrollWidth > part.clientWidth) part.tabIndex = 0
    for (const part of document.querySelectorAll("nav ul:not([role]), nav li:not([role])")) part.setAttribute("role", "none")
    for (const zone of document.querySelectorAll('section[role="presentation"]')) zone.removeAttribute("role")
  }

  for (const look of [tellVerdict, mend]) globalThis.onChanges(look)
}
