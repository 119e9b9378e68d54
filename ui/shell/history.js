// The Back button leads to a page as it was left.  Streamlit removes a page's settings from the address, adds the next page's
// and goes there in any order, each change a step in the history; this script makes one step of all that follows what the
// visitor did, however late it comes.  It also opens each page at its top, where Streamlit keeps the previous page's position.
{
  const push = window.history.pushState.bind(window.history)
  let hasChanged = false // since the visitor last did something
  let isUntouched = true // the visitor has done nothing on this page
  let path = window.location.pathname
  const act = () => {
    hasChanged = false
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
    const isSameStep = hasChanged || (isUntouched && !isElsewhere)
    if (isSameStep) window.history.replaceState(state, title, address)
    else push(state, title, address)
    hasChanged = true
    arrive()
  }
}
