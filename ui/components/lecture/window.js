// The window around a talk: full screen, what lies behind, the address.
export function fullScreen() {
  if (document.fullscreenElement) void document.exitFullscreen()
  else void document.documentElement.requestFullscreen().catch(() => {})
}

const behind = new Set()

// Keys do not reach what is behind the talk, and screen readers do not read it; the page may still be drawing it.
export function cover(root) {
  for (let inside = root.getRootNode().host; inside?.parentElement && inside !== document.body; inside = inside.parentElement) {
    for (const element of inside.parentElement.children) {
      if (element === inside || element.inert) continue
      element.inert = true
      behind.add(element)
    }
  }
}

export function uncover() {
  for (const element of behind) element.inert = false
  behind.clear()
}

// Whether only this machine knows this address.
export const isLocal = (address) => ["localhost", "127.0.0.1", "[::1]"].includes(new URL(address).hostname)

// Parts of the page's address; null: without it.
export function setAddress(parts) {
  const address = new URL(location.href)
  for (const [name, value] of Object.entries(parts)) {
    if (value === null) address.searchParams.delete(name)
    else address.searchParams.set(name, value)
  }
  history.replaceState(history.state, "", address)
}
