import assert from "node:assert/strict"
import { beforeEach, mock, test } from "node:test"
import { Gestures } from "../../../../ui/components/shared/gestures.js"

// A handle on a line, as far as gestures need an element.
class Grip extends EventTarget {
  constructor() {
    super()
    this.classes = new Set()
    this.classList = { add: (name) => this.classes.add(name), remove: (name) => this.classes.delete(name) }
    this.focus = () => (this.focused = true)
    this.setPointerCapture = (id) => (this.captured = id)
  }
}

let grip, other, gestures, moves, log
const handleOn = (element, name) => ({
  element,
  drag: (right, up) => log.push([name, "drag", right, up]),
  step: (right, up, size) => log.push([name, "step", right, up, size]),
  end: (last) => log.push([name, "end", last]),
  remove: () => log.push([name, "remove"]),
})

function listening(name) {
  const element = new Grip()
  gestures.listenToPointers(element, () => handleOn(element, name))
  gestures.listenToKeys(element, () => handleOn(element, name))
  return element
}

function pointer(element, type, pointerId, clientX = 0, clientY = 0, more = {}) {
  element.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), { pointerId, clientX, clientY, button: 0, ...more }))
}

function press(element, key, more = {}) {
  const event = Object.assign(new Event("keydown", { cancelable: true }), { key, ...more })
  element.dispatchEvent(event)
  return event.defaultPrevented
}

beforeEach(() => {
  mock.timers.reset()
  mock.timers.enable({ apis: ["setTimeout"] })
  moves = []
  log = []
  gestures = new Gestures((final) => moves.push(final))
  grip = listening("grip")
  other = listening("other")
})

test("a drag moves by what the pointer moved, and ends with one final report", () => {
  pointer(grip, "pointerdown", 1, 10, 10)
  assert.ok(grip.focused && grip.captured === 1 && grip.classes.has("held"))
  pointer(grip, "pointermove", 1, 13, 6)
  pointer(grip, "pointermove", 1, 13, 5)
  pointer(grip, "pointerup", 1)
  pointer(grip, "lostpointercapture", 1)
  assert.deepEqual(log, [["grip", "drag", 3, 4], ["grip", "drag", 0, 1]])
  assert.deepEqual(moves, [false, false, true])
  assert.ok(!grip.classes.has("held"))
})

for (const first of [0, 1, 2]) {
  test(`a second finger neither takes over nor ends the drag of pointer ${first}`, () => {
    pointer(grip, "pointerdown", first, 0, 0)
    pointer(grip, "pointerdown", 9, 50, 50)
    pointer(other, "pointerdown", 9, 50, 50)
    pointer(grip, "pointermove", 9, 90, 90)
    pointer(grip, "pointerup", 9)
    pointer(grip, "pointercancel", 9)
    assert.deepEqual(log, [])
    pointer(grip, "pointermove", first, 5, 0)
    pointer(grip, "pointerup", first)
    assert.deepEqual(log, [["grip", "drag", 5, 0]])
    assert.deepEqual(moves, [false, true])
  })
}

test("keys do not disturb a drag by pointer, and its end is the pointer's", () => {
  pointer(grip, "pointerdown", 1)
  press(other, "ArrowUp")
  press(grip, "Delete")
  mock.timers.tick(1000)
  assert.deepEqual([log, moves], [[], []])
  pointer(grip, "pointercancel", 1)
  assert.deepEqual(moves, [true])
})

test("Shift is ten times finer from where the pointer is", () => {
  pointer(grip, "pointerdown", 1, 0, 0)
  pointer(grip, "pointermove", 1, 20, 0)
  pointer(grip, "pointermove", 1, 30, 0, { shiftKey: true })
  assert.deepEqual(log, [["grip", "drag", 20, 0], ["grip", "drag", 1, 0]])
})

test("other buttons and places without a handle start nothing", () => {
  pointer(grip, "pointerdown", 1, 0, 0, { button: 2 })
  const empty = new Grip()
  gestures.listenToPointers(empty, () => null)
  pointer(empty, "pointerdown", 1)
  assert.equal(gestures.held, null)
})

test("arrows, pages, Home and End move; Shift is finer; other keys are the page's", () => {
  for (const key of ["ArrowRight", "ArrowDown", "PageUp", "Home", "End"]) assert.ok(press(grip, key))
  assert.ok(press(grip, "ArrowLeft", { shiftKey: true }))
  assert.ok(!press(grip, "Tab"))
  assert.deepEqual(log, [
    ["grip", "step", 1, 0, 0.01], ["grip", "step", 0, -1, 0.01], ["grip", "step", 0, 1, 0.1],
    ["grip", "end", false], ["grip", "end", true], ["grip", "step", -1, 0, 0.001],
  ])
})

test("keys end a move when they rest, when the focus goes, and when another handle is moved", () => {
  press(grip, "ArrowUp")
  mock.timers.tick(400)
  press(grip, "ArrowUp")
  mock.timers.tick(499)
  assert.deepEqual(moves, [false, false])
  mock.timers.tick(1)
  assert.deepEqual(moves, [false, false, true])
  press(grip, "ArrowUp")
  grip.dispatchEvent(new Event("focusout"))
  assert.deepEqual(moves.slice(3), [false, true])
  mock.timers.tick(1000)
  press(grip, "ArrowUp")
  press(other, "ArrowUp")
  assert.deepEqual(moves.slice(5), [false, true, false])
  assert.ok(other.classes.has("held") && !grip.classes.has("held"))
})

test("Delete ends a move before it removes", () => {
  press(grip, "ArrowUp")
  press(grip, "Delete")
  assert.deepEqual(log.at(-1), ["grip", "remove"])
  assert.deepEqual(moves, [false, true])
})
