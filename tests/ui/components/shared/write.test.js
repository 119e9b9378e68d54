import assert from "node:assert/strict"
import { test } from "node:test"
import { fade, writeSentence } from "../../../../ui/components/shared/write.js"

test("a sentence is looked for again once its place has gone, explained, and written when it is new", () => {
  const writes = []
  const placeOf = (name) => ({ isConnected: true, set innerHTML(html) { writes.push([name, html]) } })
  let looks = 0
  const page = { verdict: placeOf("first") }
  globalThis.document = { querySelector: (selector) => (looks++, selector === '[data-sentence="verdict"]' ? page.verdict : null) }
  globalThis.explained = (html, name) => (html === "plain" ? undefined : `${name}: ${html}`)
  for (const html of ["a", "a", "plain"]) writeSentence("verdict", html)
  writeSentence("nowhere", "b")
  page.verdict.isConnected = false
  page.verdict = placeOf("second")
  writeSentence("verdict", "plain")
  assert.deepEqual(writes, [["first", "verdict: a"], ["first", "plain"], ["second", "plain"]])
  assert.equal(looks, 3)
})

test("what tells of something before is faded where there is such a place", () => {
  const told = []
  globalThis.document = { querySelector: (selector) => (selector === ".st-key-below" ? { classList: { toggle: (...how) => told.push(how) } } : null) }
  for (const key of ["below", "elsewhere", ""]) fade(key, true)
  assert.deepEqual(told, [["of-before", true]])
})
