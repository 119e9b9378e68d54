// Modules of kernels that the server hands out (ui/components/modules.py) for the browser to keep, or that a file holds.

const modules = new Map()

// place: an address relative to the server's, or { packed }; each is loaded once.  Rejects if the module is missing, or if
// this browser cannot compile it.
export function moduleAt(place) {
  if (!modules.has(place)) {
    const loading = compiled(place)
    modules.set(place, loading)
    loading.catch(() => modules.delete(place)) // so that it may be tried again
  }
  return modules.get(place)
}

const compiled = async (place) => WebAssembly.compile(await (place.packed ? unpacked(place.packed) : handedOut(place)))

// As ui/pocket/__init__.py packs a binary file.
async function unpacked(text) {
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))
  return new Response(stream).arrayBuffer()
}

// A page's address is the server's, which ends with a slash, followed by the page's name.
async function handedOut(address) {
  const server = location.origin + location.pathname.replace(/[^/]+$/, "")
  const answer = await fetch(server + address, { cache: "force-cache" })
  if (!answer.ok) throw new Error(`the server did not send ${address}`)
  return answer.arrayBuffer()
}
