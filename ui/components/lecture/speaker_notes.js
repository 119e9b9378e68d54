// The speaker's window: what to say, the answer, what comes next, and the time.
import { write } from "./stage.js"

const two = (number) => String(number).padStart(2, "0")
const minutes = (seconds) => `${Math.floor(seconds / 60)}:${two(seconds % 60)}`

// shown: { scenes, place, made: how many have voted, in words }.
export function drawNotes(place, { scenes, place: { scene: at, step }, made }) {
  const [scene, next] = [scenes[at], scenes[at + 1]]
  const told = `Answer: ${scene.options[scene.right]}. ${scene.reveal}\nSource: ${scene.source || "none given"}`
  const words = {
    ".now": `${at + 1}. ${scene.question}${step ? " (revealed)" : ""}${made}`,
    ".script": `${scene.notes}\n\n${told}`,
    ".coming": next ? `Next: ${next.question}` : "This is the last scene.",
  }
  for (const [selector, text] of Object.entries(words)) write(place.querySelector(selector), text)
}

// started: when the talk was started, in milliseconds.  planned: how many minutes the talk takes; 0 if that is not known.
export function drawClock(place, started, planned) {
  const now = new Date()
  const since = Math.floor((now - started) / 1000)
  write(place.querySelector(".clock"), `${two(now.getHours())}:${two(now.getMinutes())} · ${minutes(since)} since the talk was started${planned ? `; the talk takes about ${planned} minutes` : ""}`)
}
