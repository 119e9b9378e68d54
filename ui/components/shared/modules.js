// Modules of kernels that the server hands out (ui/components/modules.py): each is loaded once, and kept by the browser.
const modules = new Map()

// address: below the server's.  Rejects where it is not there, or this browser cannot compile it.
export function moduleAt(address) {
  if (!modules.has(address)) {
    const loading = load(address)
    modules.set(address, loading)
    loading.catch(() => modules.delete(address)) // so that it may be tried again
  }
  return modules.get(address)
}

// A page's address is the server's and its name.
async function load(address) {
  const server = location.origin + location.pathname.replace(/[^/]+\/?$/, "")
  const answer = await fetch(server + address, { cache: "force-cache" })
  if (!answer.ok) throw new Error(`the server does not hand out ${address}`)
  return WebAssembly.compile(await answer.arrayBuffer())
}
