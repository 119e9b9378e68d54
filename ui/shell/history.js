// The Back button leads to a page as it was left.  Streamlit removes a page's settings from the address before it adds the
// next page's, and makes each change a step in the history; this script makes them one step.  It also opens each page at its
// top, whereas Streamlit keeps the position to which the previous page was scrolled.
{
  const TOGETHER_MS = 1000 // even a busy browser makes both changes in less time
  const push = window.history.pushState.bind(window.history)
  let shortened = -Infinity
  let path = window.location.pathname
  const showTop = () => {
    if (path !== window.location.pathname) document.querySelector("[data-testid=stMain]")?.scrollTo(0, 0)
    path = window.location.pathname
  }
  addEventListener("popstate", showTop)
  window.history.pushState = (state, title, address) => {
    const next = new URL(address, window.location.href)
    const isElsewhere = next.pathname !== window.location.pathname
    const isStep = isElsewhere && performance.now() - shortened < TOGETHER_MS
    shortened = !isElsewhere && next.search.length < window.location.search.length ? performance.now() : -Infinity
    if (isStep) window.history.replaceState(state, title, address)
    else push(state, title, address)
    showTop()
  }
}
