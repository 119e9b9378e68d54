import assert from "node:assert/strict"
import { beforeEach, mock, test } from "node:test"
import { Reports } from "../../../../ui/components/shared/reports.js"

let reports, sent, value
const answer = (sequence) => reports.answered(sequence, (name, report) => sent.push({ name, ...report }))

const mount = (key, sequence) => {
  const root = { dataset: {}, isConnected: true }
  const made = new Reports(root, () => ({ value }))
  const tell = (number) => made.answered(number, (name, report) => sent.push({ by: root, ...report }), key)
  tell(sequence)
  return { made, root, tell }
}

beforeEach(() => {
  mock.timers.reset()
  mock.timers.enable({ apis: ["setTimeout"] })
  globalThis.requestAnimationFrame = (callback) => callback()
  sent = []
  value = 1
  reports = new Reports({ dataset: {}, isConnected: true }, () => ({ value }))
  answer(0)
})

test("one report is in flight; the one that waits leaves after the answer, with the latest value", () => {
  for (value of [1, 2, 3]) reports.report(false)
  assert.deepEqual(sent, [{ name: "moved", sequence: 1, value: 1, final: false }])
  answer(1)
  assert.deepEqual(sent.map((report) => report.value), [1, 3])
  answer(2)
  assert.equal(sent.length, 2)
})

test("nothing follows the last report of a drag, even if it leaves before what waited for the frame of an answer", () => {
  let frame
  globalThis.requestAnimationFrame = (callback) => (frame = callback)
  reports.report(false)
  reports.report(false)
  answer(1)
  reports.report(true)
  frame()
  answer(2)
  frame()
  assert.deepEqual(sent.map((report) => report.final), [false, true])
  assert.equal(reports.resting, true)
})

test("without an answer the next report leaves after a while, but no older state is adopted", () => {
  reports.report(false)
  reports.report(true)
  mock.timers.tick(1500)
  assert.deepEqual(sent.map((report) => report.sequence), [1, 2])
  mock.timers.tick(1500)
  assert.equal(reports.resting, false)
  answer(0)
  assert.equal(reports.resting, false)
  answer(1)
  assert.equal(reports.resting, false)
  answer(2)
  assert.equal(reports.resting, true)
})

test("a component that is mounted anew goes on counting where the server is", () => {
  answer(7)
  assert.equal(reports.resting, true)
  reports.report(true)
  assert.equal(sent[0].sequence, 8)
})

test("a server that starts anew is believed", () => {
  answer(7)
  reports.report(false)
  answer(0)
  assert.equal(reports.resting, true)
  mock.timers.tick(1500)
  reports.report(true)
  assert.equal(sent.at(-1).sequence, 1)
})

test("a server that starts anew is told again what was let go, and its state waits", () => {
  answer(7)
  reports.report(true)
  value = 2 // of the next drag
  answer(0)
  assert.deepEqual(sent.map(({ sequence, first, final }) => [sequence, first, final]), [[8, 8, true], [1, 1, true]])
  assert.equal(sent[1].value, 1)
  assert.equal(reports.resting, false)
  answer(1)
  assert.equal(reports.resting, true)
})

test("a release is sent again until it is answered, as it was let go, after twice as long each time up to 12 seconds", () => {
  const times = []
  reports.report(true)
  value = 2
  for (let second = 1; second <= 36; second += 1) {
    mock.timers.tick(1000)
    if (sent.length > times.length + 1) times.push(second)
  }
  assert.deepEqual(times, [3, 9, 21, 33])
  const told = sent.map((report) => [report.sequence, report.first, report.value, report.final])
  assert.deepEqual(told, [1, 2, 3, 4, 5].map((i) => [i, 1, 1, true]))
  answer(5)
  mock.timers.tick(60_000)
  assert.equal(sent.length, 5)
  reports.report(true)
  assert.deepEqual([sent[5].sequence, sent[5].first], [6, 6])
})

test("a release that stays without an answer for three seconds is spoken of until it has one", () => {
  const heard = []
  reports = new Reports({ dataset: {}, isConnected: true }, () => ({ value }), (isSilent) => heard.push(isSilent))
  answer(0)
  heard.length = 0
  reports.report(true)
  mock.timers.tick(2900)
  reports.report(true)
  assert.deepEqual(heard, [])
  mock.timers.tick(100)
  assert.deepEqual(heard, [true])
  answer(1)
  assert.deepEqual(heard, [true])
  answer(reports.sequence)
  assert.deepEqual(heard, [true, false])
  mock.timers.tick(10_000)
  assert.deepEqual(heard, [true, false])
})

test("what a component that is mounted anew finds without an answer it tells itself, and its predecessor falls silent", () => {
  const first = mount("one", 5)
  first.made.report(true)
  assert.deepEqual([sent[0].sequence, sent[0].first], [6, 6])
  first.root.isConnected = false
  value = 2
  const second = mount("one", 0) // by a server that was started anew
  assert.deepEqual([sent[1].by, sent[1].sequence, sent[1].first, sent[1].value], [second.root, 1, 1, 1])
  assert.equal(second.made.resting, false)
  mock.timers.tick(30_000)
  assert.ok(sent.slice(1).every(({ by }) => by === second.root))
  second.tell(second.made.sequence)
  assert.equal(second.made.resting, true)
  const told = sent.length
  mock.timers.tick(30_000)
  assert.equal(sent.length, told)
})

test("what the server has taken over before the component was mounted anew is not told again", () => {
  const first = mount("another", 5)
  first.made.report(true)
  first.root.isConnected = false
  mount("another", 6)
  mock.timers.tick(30_000)
  assert.equal(sent.length, 1)
})

test("another component tells nothing of the first one's", () => {
  mount("this", 0).made.report(true)
  mount("that", 0)
  assert.equal(sent.length, 1)
})

test("what the hand does before the first frame of a component mounted anew is newer than what it takes over", () => {
  let frame
  globalThis.requestAnimationFrame = (callback) => (frame = callback)
  const first = mount("third", 5)
  first.made.report(true)
  first.root.isConnected = false
  const second = mount("third", 0)
  value = 3
  second.made.report(true)
  frame()
  assert.deepEqual(sent.slice(1).map((report) => [report.sequence, report.value]), [[1, 3]])
})
