// Watches a page from its navigation on, for benchmarks/pages.py: what moves, what is drawn when, and where it ends.
const watched = { shifts: [], first: {} }
globalThis.watched = watched

const PICTURES = ".js-plotly-plot, [data-testid=stHtml] :is(svg, [role=img])"
const components = () => [...document.querySelectorAll("[data-testid=stBidiComponentIsolated]")].map((host) => host.shadowRoot)
const isLarge = ({ width, height }) => width > 250 && height > 150
const pictures = () =>
  [...document.querySelectorAll(PICTURES), ...components().flatMap((root) => [...(root?.querySelectorAll("svg") ?? [])])]
    .filter((picture) => picture.textContent.trim() && isLarge(picture.getBoundingClientRect()))

function named(node) {
  const element = node?.nodeType === Node.ELEMENT_NODE ? node : node?.parentElement
  const key = [...(element?.closest("[class*=st-key-]")?.classList ?? [])].find((name) => name.startsWith("st-key-"))
  const words = (element?.innerText ?? "").trim().replaceAll("\n", " ").slice(0, 30)
  return [key, element?.dataset?.testid ?? element?.tagName ?? "something gone", words && `"${words}"`].filter(Boolean).join(" ")
}

function move({ node, previousRect: from, currentRect: to }) {
  const place = ({ x, y, width }) => (width ? `${Math.round(x)},${Math.round(y)}` : "out of sight")
  return `${named(node)} ${place(from)} -> ${place(to)}`
}

new PerformanceObserver((list) => {
  for (const { value, startTime, hadRecentInput, sources } of list.getEntries())
    if (!hadRecentInput) watched.shifts.push({ value, time: startTime, moved: sources.map(move) })
}).observe({ type: "layout-shift", buffered: true })

const seen = (element) => element?.checkVisibility({ visibilityProperty: true })
const wanted = { verdict: () => seen(document.querySelector(":is(.st-key-first-answer, .st-key-verdict) p")), picture: () => pictures().some(seen) }

function look() {
  for (const [name, found] of Object.entries(wanted)) if (!watched.first[name] && found()) watched.first[name] = performance.now()
  if (!watched.first.verdict || !watched.first.picture) setTimeout(look, 20)
}
look()

// Title, verdict and the first large picture, with the height at which each ends; the window is not scrolled.
watched.ends = () => {
  document.querySelector("[data-testid=stMain]").scrollTo(0, 0)
  const end = (element) => element?.getBoundingClientRect().bottom
  const first = pictures().sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)[0]
  const ends = { title: end(document.querySelector("h1")), verdict: end(document.querySelector(".st-key-verdict")), picture: end(first) }
  return Object.entries(ends).filter(([, height]) => height !== undefined)
}

watched.tooWide = () => {
  const { scrollWidth, clientWidth } = document.querySelector("[data-testid=stMain]")
  return scrollWidth - clientWidth
}
