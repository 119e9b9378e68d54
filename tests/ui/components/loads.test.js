import assert from "node:assert/strict"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, mock, test } from "node:test"
import { pathToFileURL } from "node:url"

const LOADS = new URL("../../../ui/components/loads.js", import.meta.url)
const folder = mkdtempSync(join(tmpdir(), "loads"))
globalThis.location = { origin: "file://", pathname: pathToFileURL(join(folder, "page")).pathname }
mock.timers.enable({ apis: ["setTimeout"] })
after(() => rmSync(folder, { recursive: true }))

async function component(name) {
  const text = readFileSync(LOADS, "utf-8").replace("globalThis.ADDRESS", JSON.stringify(`${name}.mjs?digest`))
  writeFileSync(join(folder, `loads-${name}.mjs`), text)
  return (await import(pathToFileURL(join(folder, `loads-${name}.mjs`)))).default
}

const SCRIPT = 'globalThis.loaded++\nexport default (data) => "drawn " + data\n'
const comes = (name, text = SCRIPT) => writeFileSync(join(folder, `${name}.mjs`), text)

// Lets all waits pass one after the other until this is settled.
async function settled(promise) {
  const over = promise.then((value) => ({ value }), (error) => ({ error }))
  for (;;) {
    const found = await Promise.race([over, new Promise((done) => setImmediate(done))])
    if (found) return found
    mock.timers.tick(1000)
  }
}

test("all data wait for one script", async () => {
  globalThis.loaded = 0
  const show = await component("picture")
  comes("picture")
  assert.deepEqual(await Promise.all([show(1), show(2)]), ["drawn 1", "drawn 2"])
  assert.equal(globalThis.loaded, 1)
})

test("a script that does not come is asked for again, then a sentence says so, and whoever is mounted anew asks anew", async () => {
  globalThis.loaded = 0
  const show = await component("late")
  const { error } = await settled(show(1))
  assert.match(error.message, /did not come. Reload the page/)
  comes("late")
  assert.deepEqual(await settled(show(2)), { value: "drawn 2" })
  assert.equal(globalThis.loaded, 1)
})

test("what comes in a script's place is no script, and is asked for again", async () => {
  globalThis.loaded = 0
  comes("empty", "const cut = 1\n")
  const show = await component("empty")
  const drawn = show(1)
  await new Promise((done) => setImmediate(done))
  comes("empty")
  assert.deepEqual(await settled(drawn), { value: "drawn 1" })
})
