// What a file says to each text of a state that a test asks for, as JSON.
import { asTexts, parsed } from "../../../ui/pocket/state.js"

export const read = (all, limits) => JSON.stringify(all.map((texts) => parsed(texts, limits)))
export const written = (states) => JSON.stringify(states.map(asTexts))
