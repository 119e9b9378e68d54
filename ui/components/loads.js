// A component's script, loaded from the server.

const ADDRESS = globalThis.ADDRESS // replaced by the script's, relative to the server's, in assets.py
const MOST_RETRIES = 5
const FIRST_WAIT_MS = 500 // doubled each time

// As in shared/modules.js: a page's address is the server's, which ends with a slash, followed by the page's name.
const server = location.origin + location.pathname.replace(/[^/]+$/, "")

// What follows # makes it another module: a browser may remember that one could not be loaded.
async function component(retries = 0) {
  try {
    return (await import(`${server}${ADDRESS}#${retries}`)).default
  } catch (error) {
    if (retries === MOST_RETRIES) throw error
    await new Promise((done) => setTimeout(done, FIRST_WAIT_MS * 2 ** retries))
    return component(retries + 1)
  }
}

export default await component()
