import assert from "node:assert/strict"
import { test } from "node:test"
import { RoomLink } from "../../../../ui/components/lecture/room_link.js"

globalThis.location = { origin: "http://here", pathname: "/lecture" }
globalThis.sessionStorage = { getItem: () => null }
globalThis.localStorage = { getItem: () => JSON.stringify({ key: "its key" }) }
const soon = () => new Promise((resolve) => setImmediate(resolve))

test("the latest place is sent, those in between are skipped, and what is not answered is a lost connection", async () => {
  const [sent, answers, lost] = [[], [], []]
  globalThis.fetch = (address, { body }) => {
    sent.push([address, JSON.parse(body)])
    return new Promise((resolve, reject) => answers.push({ resolve, reject }))
  }
  const link = new RoomLink("abcd2345", { lost: (isLost) => lost.push(isLost) })
  for (const scene of [1, 2, 3]) link.steer({ scene })
  assert.deepEqual(sent, [["http://here/rooms/ABCD-2345/state", { scene: 1 }]])
  answers[0].resolve({ status: 204, ok: true })
  await soon()
  assert.deepEqual(sent.map(([, { scene }]) => scene), [1, 3])
  answers[1].reject(new Error("gone"))
  await soon()
  assert.deepEqual(lost, [true])
  link.steer({ scene: 4 })
  link.leave()
  link.steer({ scene: 5 })
  answers[2].resolve({ status: 204, ok: true })
  await soon()
  assert.deepEqual(sent.map(([, { scene }]) => scene), [1, 3, 4])
})
