// Handles that are dragged along a scale, and how they are described to people who cannot see them.
import { shareOfNext } from "./scale.js"

// A handle for Gestures.  pixels(): the length of the scale on the screen; share(): where the handle is on it; valueAt(share):
// what it says there; set(value): moves it.  A drag keeps the exact share: rounding every small move would swallow it.
export function alongScale({ element, pixels, share, valueAt, set, isVertical = false, ends = [0, 1] }) {
  let dragged = share()
  const move = (place) => set(valueAt((dragged = place)))
  return {
    element,
    jump: move,
    drag: (right, up) => move(dragged + (isVertical ? up : right) / pixels()),
    step: (right, up, size) => move(shareOfNext(share(), (right + up) * size, valueAt)),
    end: (last) => move(ends[Number(last)]),
  }
}

export function describe(element, { label, limits: [low, high], value, words, isVertical = false }) {
  const said = { label, valuemin: low, valuemax: high, valuenow: value, valuetext: words, orientation: isVertical ? "vertical" : "horizontal" }
  for (const [name, told] of Object.entries(said)) {
    if (told !== undefined) element.setAttribute(`aria-${name}`, told)
  }
}
