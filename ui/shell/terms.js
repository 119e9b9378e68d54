// Explains a term where a page first uses it, on hover, tap and focus.  ui/look/terms.py fills in globalThis.TERMS.
{
  const { pattern, keys, words } = globalThis.TERMS
  const FOUND = new RegExp(`(<[^>]*>|&\\w+;|\\S+/\\S+\\.\\w+)|${pattern}`, "giu")
  const LINKS = 'a[href^="#term-"], a[data-term]'
  const GAP = 6 // pixels between a term and its explanation
  const tip = Object.assign(document.createElement("div"), { id: "term", hidden: true })
  tip.setAttribute("role", "tooltip")
  const owners = new Map() // by a term's key: the name of the moving sentence that uses it first
  let shown = null

  // The HTML that a component writes for the moving sentence with this name, with terms linked as in ui/look/terms.py.
  globalThis.explained = (html, name) => {
    const linked = new Set()
    return html.replace(FOUND, (found, other) => {
      const key = !other && keys[found.toLowerCase()]
      if (!key || linked.has(key)) return found
      linked.add(key)
      return `<a data-term="${key}"${owners.get(key) === name ? ` href="#term-${key}"` : ""}>${found}</a>`
    })
  }

  const keyOf = (link) => link.getAttribute("href").slice("#term-".length)

  // The first of each term on the page is a link, all others are plain words.
  function leaveFirst() {
    owners.clear()
    for (const link of document.querySelectorAll(LINKS)) {
      const href = link.getAttribute("href")
      if (href && !href.startsWith("#term-")) {
        delete link.dataset.term // the page now shows a link of another kind there
        continue
      }
      if (href) link.dataset.term = keyOf(link) // the page may now show another term there
      const key = link.dataset.term
      if (!owners.has(key) && link.checkVisibility()) {
        owners.set(key, link.closest("[data-sentence]")?.dataset.sentence ?? null)
        if (!link.hasAttribute("href")) link.setAttribute("href", `#term-${key}`)
      } else link.removeAttribute("href")
    }
  }

  function show(link) {
    const [title, meaning] = words[keyOf(link)]
    const head = Object.assign(document.createElement("strong"), { textContent: title })
    tip.replaceChildren(head, document.createElement("br"), meaning)
    tip.style.colorScheme = getComputedStyle(link).colorScheme // which is known only inside the app
    document.body.append(tip)
    tip.hidden = false
    const place = link.getBoundingClientRect()
    const { offsetWidth: width, offsetHeight: height } = tip
    const isBelow = place.bottom + GAP + height < innerHeight
    tip.style.left = `${Math.max(8, Math.min(place.left, innerWidth - width - 8))}px`
    tip.style.top = `${isBelow ? place.bottom + GAP : Math.max(8, place.top - GAP - height)}px`
    link.setAttribute("aria-describedby", tip.id)
    shown = link
  }

  function hide() {
    shown?.removeAttribute("aria-describedby")
    shown = null
    tip.hidden = true
  }

  const linkAt = (target) => target?.closest?.('a[href^="#term-"]')
  const isOver = (target) => linkAt(target) === shown || tip.contains(target)
  document.addEventListener("pointerover", ({ target, pointerType }) => {
    const link = pointerType === "mouse" && linkAt(target)
    if (link) show(link)
    else if (shown && pointerType === "mouse" && !isOver(target)) hide()
  })
  document.addEventListener("focusin", ({ target }) => linkAt(target) && show(linkAt(target)))
  document.addEventListener("focusout", hide)
  document.addEventListener("scroll", hide, { capture: true, passive: true })
  document.addEventListener("keydown", ({ key }) => key === "Escape" && hide())
  document.addEventListener("click", (event) => {
    const link = linkAt(event.target)
    if (link) {
      event.preventDefault() // so that the address still holds the page's state
      event.stopPropagation()
      show(link)
    } else if (!tip.contains(event.target)) hide()
  }, { capture: true })
  globalThis.onChanges(leaveFirst)
}
