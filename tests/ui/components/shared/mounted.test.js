import assert from "node:assert/strict"
import { test } from "node:test"
import { mounted } from "../../../../ui/components/shared/mounted.js"

const page = new EventTarget()
for (const name of ["addEventListener", "removeEventListener"]) globalThis[name] = (...given) => page[name](...given)
const send = (name, detail) => !page.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }))

class Widget {
  constructor(root) {
    Object.assign(this, { root, told: [], hears: { overview: ({ detail }) => this.told.push(detail) } })
    root.widgets = [...(root.widgets ?? []), this]
  }

  update({ data }) {
    this.data = data
    this.told.push(data.made[1])
  }

  copy({ width }) {
    return `${width} pixels`
  }

  leave() {
    this.root.left = true
  }
}

function place(key) {
  const style = new Map()
  const root = { isConnected: true, style: { setProperty: (name, value) => style.set(name, value) } }
  let inside = root
  const querySelector = (selector) => (selector === ".widget" ? inside : null)
  const parentElement = { querySelector, put: (other) => (inside = other), mount: mounted(".widget", Widget) }
  const tell = (made, session = "one") =>
    parentElement.mount({ parentElement, data: { key, made: [session, made], colors: { choice: "#D55E00" } } })
  return { root, parentElement, style, tell, told: () => root.widgets.flatMap((widget) => widget.told) }
}

test("earlier data that come after later ones are passed over, at the same place only", () => {
  const [one, other] = [place(), place()]
  for (const made of [2.5, 1.5, 2.5]) one.tell(made)
  other.tell(1.5)
  for (const made of [3.5, 2.5]) one.tell(made)
  assert.deepEqual(one.told(), [2.5, 2.5, 3.5])
  assert.deepEqual(other.told(), [1.5])
})

test("what another session counts anew is never late: its server is a new one", () => {
  const { tell, told } = place()
  tell(7)
  for (const made of [1, 3, 2]) tell(made, "another")
  assert.deepEqual(told(), [7, 1, 3])
})

test("one widget is made for all data, dressed in their colours, until it leaves or its element does", () => {
  const { root, style, tell } = place()
  Object.assign(root, { cloneNode: () => root, replaceWith() {} })
  tell(1)()
  const leave = tell(2)
  assert.deepEqual(Object.fromEntries(style), { "--choice": "#D55E00", "--halo": "#D55E0055" })
  assert.deepEqual([root.widgets.length, root.left], [1, undefined])
  root.isConnected = false
  leave()
  tell(3)
  assert.deepEqual([root.widgets.length, root.left], [2, true])
})

test("a widget hears events for as long as its element is on the page, each once", () => {
  const { root, tell, told } = place()
  tell(1)()
  const leave = tell(2)
  send("overview", "moved")
  root.isConnected = false
  leave()
  send("overview", "elsewhere")
  assert.deepEqual(told(), [1, 2, "moved"])
})

test("another script, after an update of the server, begins with the element as it was, and the earlier widget leaves", () => {
  const { root, parentElement, tell, told } = place()
  const empty = { isConnected: true, style: root.style }
  Object.assign(root, { innerHTML: "<p></p>", cloneNode: () => empty, replaceWith: () => parentElement.put(empty) })
  const leave = tell(1)
  root.innerHTML += "<b>drawn</b>"
  parentElement.mount = mounted(".widget", class extends Widget {})
  tell(2, "another")
  tell(3, "another")
  root.isConnected = false
  leave()
  send("overview", "moved")
  assert.deepEqual([root.left, told(), empty.innerHTML], [true, [1], "<p></p>"])
  assert.deepEqual(empty.widgets.map((widget) => widget.told), [[2, 3, "moved"]])
  empty.leave()
})

test("the picture of the key gives a copy, and saves itself if it or its sheet can", () => {
  const { root, tell } = place("widget")
  const [given, saved] = [[], []]
  const leave = tell(1)
  const give = (copy) => given.push(copy)
  assert.equal(send("take", { key: "another", size: { width: 9 }, give }), false)
  assert.equal(send("take", { key: "widget", size: { width: 9 }, give }), true)
  assert.equal(send("take", { key: "widget", format: "svg" }), false)
  root.widgets[0].sheet = { save: (format) => saved.push(format) }
  assert.equal(send("take", { key: "widget", format: "svg" }), true)
  assert.deepEqual([given, saved], [["9 pixels"], ["svg"]])
  root.isConnected = false
  leave()
})
