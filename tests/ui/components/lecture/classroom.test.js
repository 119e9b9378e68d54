import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"
import { Classroom } from "../../../../ui/components/lecture/classroom.js"

const AT = (scene, step = 0) => ({ scene, step, black: false, moved: {} })
let here, log, room

const join = (steers) => {
  const votes = []
  room.link = { steers, steer: (state) => log.push(["steer", state]), vote: async (...vote) => votes.push(vote), leave: () => log.push(["left"]) }
  room.told = AT(0)
  return votes
}

beforeEach(() => {
  here = AT(0)
  log = []
  room = new Classroom({
    adopt: (state) => {
      here = state
      log.push(["adopt", state.scene])
    },
    changed: () => log.push(["changed"]), over: () => log.push(["over"]), isHeld: () => false, sent: () => here,
  })
})

test("who follows goes where the room is, until an own step, and again after catching up", () => {
  join(false)
  assert.ok(room.follows && !room.presents)
  room.heard(AT(1))
  here = AT(2)
  room.moved()
  room.heard(AT(3))
  assert.ok(room.isBehind)
  assert.deepEqual(here, AT(2))
  room.catchUp()
  assert.deepEqual(here, AT(3))
  assert.ok(!room.isBehind)
})

test("who has gone ahead and is met there by the room follows again", () => {
  join(false)
  here = AT(2)
  room.moved()
  room.heard(AT(1))
  room.heard(AT(2))
  assert.ok(!room.isOwn)
})

test("the presenter steers the room and is never behind", () => {
  join(true)
  here = AT(4)
  room.moved()
  assert.deepEqual(log, [["steer", AT(4)]])
  assert.ok(room.presents && !room.isBehind)
})

test("votes are hidden from everyone until the reveal, and belong to one scene", () => {
  for (const steers of [false, true]) {
    join(steers)
    room.note({ votes: { scene: 2, made: 4, counts: [3, 1], followers: 5 } })
    assert.equal(room.countsOf(AT(2)), null)
    assert.deepEqual(room.countsOf(AT(2, 1)), [3, 1])
    assert.equal(room.countsOf(AT(3, 1)), null)
    assert.deepEqual([room.madeOn(AT(2)), room.madeOn(AT(3))], [" · 4 votes", ""])
  }
})

test("followers are told in words", () => {
  const told = [0, 1, 2].map((followers) => {
    room.votes = { followers }
    return room.followers
  })
  assert.deepEqual(told, ["0 phones connected", "1 phone connected", "2 phones connected"])
})

test("who follows sees an answer once the talk has shown it; everyone else sees it at once", () => {
  const seen = () => [0, 1, 2].map((scene) => room.mayReveal(scene))
  assert.deepEqual(seen(), [true, true, true])
  join(false)
  room.told = AT(1)
  assert.deepEqual(seen(), [true, false, false])
  room.told = AT(1, 1)
  assert.deepEqual(seen(), [true, true, false])
  join(true)
  assert.deepEqual(seen(), [true, true, true])
})

test("only who follows, and in the scene that is on, votes", async () => {
  const votes = join(false)
  await room.vote(0, 2)
  await room.vote(1, 2)
  assert.deepEqual(votes, [[0, 2]])
  const own = join(true)
  await room.vote(0, 1)
  assert.deepEqual(own, [])
})

test("when the room ends the page goes on alone", () => {
  join(false)
  room.end()
  assert.deepEqual(log, [["over"]])
  assert.ok(room.hasFollowed && !room.follows && room.link === null)
})
