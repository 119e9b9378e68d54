// The window around a talk: full screen, what lies behind, the address.
const BEHIND = '[data-testid="stHeader"], [data-testid="stSidebar"], .stMainBlockContainer .stElementContainer'

export function fullScreen() {
  if (document.fullscreenElement) void document.exitFullscreen()
  else void document.documentElement.requestFullscreen().catch(() => {})
}

// What lies behind is not reached by keys, nor read aloud.
export function cover(root, isCovered) {
  const { host } = root.getRootNode()
  for (const element of document.querySelectorAll(BEHIND)) element.inert = isCovered && !element.contains(host)
}

// Whether other machines do not know this one by its address.
export const isLocal = () => ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname)

// Parts of the page's address; null: without it.
export function setAddress(parts) {
  const address = new URL(location.href)
  for (const [name, value] of Object.entries(parts)) {
    if (value === null) address.searchParams.delete(name)
    else address.searchParams.set(name, value)
  }
  history.replaceState(history.state, "", address)
}
