// Back from another page leads to the page as it was left.  Streamlit removes a page's settings from the address before it
// adds the next page's, and makes each a step of history: here both are one.  And a page opens at its top: Streamlit
// leaves the place where the page before was scrolled to.
{
  const TOGETHER_MS = 1000 // a busy browser hears of both within less
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
