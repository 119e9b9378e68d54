// The Back button leads to a page as it was left.  Streamlit removes a page's settings from the address, adds the next page's
// and goes there in any order, and makes each change a step in the history; this script makes them one step.  It also opens
// each page at its top, whereas Streamlit keeps the position to which the previous page was scrolled.
{
  const TOGETHER_MS = 1000 // even a busy browser makes the changes that follow one click in less time
  const push = window.history.pushState.bind(window.history)
  let changed = -Infinity // when the address last changed, unless the visitor has done something since
  let isUntouched = true // nor anything else on this page
  let path = window.location.pathname
  const act = () => {
    changed = -Infinity
    isUntouched = false
  }
  const arrive = () => {
    if (path === window.location.pathname) return
    document.querySelector("[data-testid=stMain]")?.scrollTo(0, 0)
    path = window.location.pathname
    isUntouched = true
  }
  addEventListener("popstate", arrive)
  for (const kind of ["click", "keydown", "pointerdown"]) addEventListener(kind, act, true)
  window.history.pushState = (state, title, address) => {
    const isElsewhere = new URL(address, window.location.href).pathname !== path
    const isSameStep = (isUntouched && !isElsewhere) || performance.now() - changed < TOGETHER_MS
    if (isSameStep) window.history.replaceState(state, title, address)
    else push(state, title, address)
    changed = performance.now()
    arrive()
  }
}
