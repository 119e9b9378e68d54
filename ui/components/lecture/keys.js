// Where the keys of a keyboard or of a presenter's remote lead in a talk: from a scene's question (step 0) to its reveal (step 1),
// and to the next scene.
const ON = ["ArrowRight", "ArrowDown", "PageDown", " ", "Enter"]
const BACK = ["ArrowLeft", "ArrowUp", "PageUp", "Backspace"]

export const placeAfter = ({ scene, step }) => (step ? [scene + 1, 0] : [scene, 1])
export const placeBefore = ({ scene, step }) => (step ? [scene, 0] : [scene - 1, 1])

// [scene, step], which the talk may not have; null if the key leads nowhere.
export function placeOf(key, place, scenes) {
  if (ON.includes(key)) return placeAfter(place)
  if (BACK.includes(key)) return placeBefore(place)
  if (/^\d$/.test(key)) return [(Number(key) + 9) % 10, 0]
  if (key === "Home") return [0, 0]
  return key === "End" ? [scenes - 1, 0] : null
}
