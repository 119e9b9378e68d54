// A component's script, loaded from the server.
// It must not be awaited at the top of this module: WebKit hands a module that waits there to its second importer before
// it is complete (https://bugs.webkit.org/show_bug.cgi?id=242740).

const ADDRESS = globalThis.ADDRESS // replaced by the script's, relative to the server's, in assets.py
const MOST_RETRIES = 6
const FIRST_WAIT_MS = 500 // doubled each time
const HANGS_MS = 20000

// As in shared/modules.js: a page's address is the server's, which ends with a slash, followed by the page's name.
const server = location.origin + location.pathname.replace(/[^/]+$/, "")
let asked = 0
let loading

export default async function show(component) {
  loading ??= load().catch((error) => {
    loading = undefined // so that a component that is mounted anew asks again
    throw error
  })
  return (await loading)(component)
}

// What follows & makes it another address: a browser may remember that one could not be loaded, or still wait for it.
async function load(retries = 0) {
  try {
    const hangs = after(HANGS_MS).then(() => Promise.reject(new Error("no answer")))
    const again = asked++ ? `&${asked}` : ""
    const { default: draws } = await Promise.race([import(server + ADDRESS + again), hangs])
    if (!draws) throw new Error("not the script")
    return draws
  } catch (cause) {
    if (retries === MOST_RETRIES) {
      const error = new Error("The script of this part of the page did not come. Reload the page.", { cause })
      throw Object.assign(error, { stack: "" }) // which would be shown below the sentence
    }
    await after(FIRST_WAIT_MS * 2 ** retries)
    return load(retries + 1)
  }
}

const after = (wait) => new Promise((done) => setTimeout(done, wait))
