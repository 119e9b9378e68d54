// The Back button leads to a page as it was left.  Streamlit removes a page's settings from the address, adds the next page's
// and goes there in any order, each change a step in the history; this script makes one step of all that follows what the
// visitor did, however late it comes.  It also opens each page at its top, where Streamlit keeps the previous page's position.
{
  const [push, replace] = ["pushState", "replaceState"].map((name) => window.history[name].bind(window.history))
  let hasChanged = false // since the visitor last did something
  let isUntouched = true // the visitor has done nothing on this page
  let wentBack = false // or forward, and done nothing since: the address is right, and what comes late is not of this page
  let path = window.location.pathname
  const act = () => {
    hasChanged = isUntouched = wentBack = false
  }
  const arrive = () => {
    if (path === window.location.pathname) return
    document.querySelector("[data-testid=stMain]")?.scrollTo(0, 0)
    path = window.location.pathname
    isUntouched = true
  }
  addEventListener("popstate", arrive)
  addEventListener("popstate", () => (wentBack = true))
  for (const kind of ["click", "keydown", "pointerdown"]) addEventListener(kind, act, true)
  window.history.replaceState = (...step) => wentBack || replace(...step)
  window.history.pushState = (...step) => {
    if (wentBack) return
    const isElsewhere = new URL(step[2], window.location.href).pathname !== path
    const write = hasChanged || (isUntouched && !isElsewhere) ? replace : push
    write(...step)
    hasChanged = true
    arrive()
  }
}
