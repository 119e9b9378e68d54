// A tour of the start page in four steps, for first visits.  It is offered in the bar at the top, where it covers nothing, and
// not again once it has been taken or declined.  Other pages' documents lack it; embedded pages and projectors do not offer it.
{
  const KEY = "price-of-privacy.tour" // kept in the browser's storage once the offer was answered
  const PLACE_MS = 500 // because the element that a step is about may move by itself
  const GAP = 10 // pixels around the element that a step is about
  const PHONE = 640
  const START = location.pathname
  const inExplorer = (selector) =>
    [...document.querySelectorAll(".st-key-explorer-picture *")].map((it) => it.shadowRoot?.querySelector(selector)).find(Boolean)
  const STEPS = [
    [() => document.querySelector(".st-key-explorer-verdict"), "This is the answer. It updates with every change you make."],
    [() => inExplorer(".drag:not(.strip) .arms"), "Drag a bar, or use the arrow keys: the closer an arm is to the best one, the more participants it takes to tell them apart."],
    [() => inExplorer('.drag:not(.strip) .track[data-name="epsilon"]'), "Drag ε here or in the chart. Smaller ε means more privacy; below a certain point it also means more participants."],
    [() => document.querySelector("header :is(nav, button)"), "This menu has more tools, for example to choose an ε. The web address stores your settings, so you can share it."],
  ]
  let [offer, card, frame, step, placing] = [null, null, null, 0, 0]

  const answered = () => {
    try {
      return localStorage.getItem(KEY) !== null
    } catch {
      return true // without storage we could not remember that it was declined
    }
  }
  const isWanted = () => location.pathname === START && !isShown() && !answered() && STEPS[0][0]()

  // Whether the page is shown to others, inside another page or by a projector.
  function isShown() {
    const link = new URLSearchParams(location.search)
    return link.has("embed") || link.get("projector") === "true"
  }

  function element(tag, attributes, ...content) {
    const made = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
    made.append(...content)
    return made
  }

  function button(words, act) {
    const made = element("button", { type: "button" }, words)
    made.onclick = act
    return made
  }

  function end() {
    try {
      localStorage.setItem(KEY, "answered")
    } catch {
      // without storage it is not offered at all
    }
    clearInterval(placing)
    for (const part of [offer, card, frame]) part?.remove()
    offer = card = frame = null
  }

  // The theme's colours, which are known only inside the app.
  function dress(part) {
    part.style.colorScheme = getComputedStyle(STEPS[0][0]()).colorScheme
    return part
  }

  function look() {
    if (card && location.pathname !== START) end()
    if (offer && !isWanted()) {
      offer.remove()
      offer = null
    }
    if (offer || card || !isWanted()) return
    offer = element("aside", { class: "tour-offer", "aria-label": "Tour" }, "New here? ", button("Take a four-step tour", begin), button("No, thanks", end))
    document.body.append(dress(offer))
  }

  function begin() {
    offer.remove()
    offer = null
    frame = document.body.appendChild(dress(element("div", { class: "tour-frame" })))
    card = document.body.appendChild(dress(element("div", { class: "tour-card", role: "dialog", "aria-live": "polite" })))
    card.addEventListener("keydown", ({ key }) => key === "Escape" && end())
    show(0)
    placing = setInterval(place, PLACE_MS)
  }

  function show(number) {
    step = number
    const [find, words] = STEPS[step]
    const isLast = step === STEPS.length - 1
    const next = button(isLast ? "Done" : "Next", () => (isLast ? end() : show(step + 1)))
    const row = element("p", {}, `${step + 1} of ${STEPS.length} `, next, isLast ? "" : button("Skip", end))
    card.setAttribute("aria-label", `Tour, step ${step + 1} of ${STEPS.length}`)
    card.replaceChildren(element("p", {}, words), row)
    find()?.scrollIntoView({ block: innerWidth > PHONE ? "nearest" : "center" }) // on a phone, boxes are at the bottom
    place()
    next.focus({ preventScroll: true })
  }

  function place() {
    const target = card && STEPS[step][0]()
    if (!target) return
    const { left, top, right, bottom } = target.getBoundingClientRect()
    const size = { left: left - GAP / 2, top: top - GAP / 2, width: right - left + GAP, height: bottom - top + GAP }
    for (const [name, pixels] of Object.entries(size)) frame.style[name] = `${pixels}px`
    const { offsetWidth: width, offsetHeight: height } = card
    const isBelow = bottom + GAP + height < innerHeight
    card.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`
    card.style.top = `${isBelow ? bottom + GAP : Math.max(8, top - GAP - height)}px`
  }

  addEventListener("scroll", place, { capture: true, passive: true })
  addEventListener("resize", place)
  globalThis.onChanges(look)
}
