// For people who hear a page, or move through it by keys: announces a verdict that has changed and come to rest, and adds
// what Streamlit leaves out.
{
  const REST_MS = 1000 // for which a verdict has stood before it is told
  const UNSEEN = "position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap"
  const VERDICT = ":is(.st-key-verdict, .st-key-first-answer) p"
  const WIDE = ".numbers, pre, :has(> table)"
  let [region, told, last, since, again] = [null, "", "", 0, 0]

  // An element in which screen readers announce what is new: it stands before there is anything to tell.
  function announce(words) {
    if (!region) {
      region = document.body.appendChild(document.createElement("div"))
      region.setAttribute("role", "status")
      region.style.cssText = UNSEEN
    }
    region.textContent = words
  }

  // The first verdict is read with its page; one that ends in "…" lacks a number that is still being found.
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

  // What scrolls sideways can be reached by keys.  The menu's list is no list, because other parts stand between it and its items.
  function mend() {
    for (const part of document.querySelectorAll(WIDE)) if (part.tabIndex < 0 && part.scrollWidth > part.clientWidth) part.tabIndex = 0
    for (const part of document.querySelectorAll("nav ul:not([role]), nav li:not([role])")) part.setAttribute("role", "none")
    for (const zone of document.querySelectorAll('section[role="presentation"]')) zone.removeAttribute("role")
  }

  for (const look of [tellVerdict, mend]) globalThis.onChanges(look)
}
