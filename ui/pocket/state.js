// A state as the texts of a link (ui/arms/instance.py), checked, refused and written as Python does it.
import { general, shortest } from "../components/shared/numbers.js"

const DIGITS = String.raw`\d+(?:_\d+)*`
const FINITE = new RegExp(`^[+-]?(?:${DIGITS}\\.?(?:${DIGITS})?|\\.${DIGITS})(?:e[+-]?${DIGITS})?$`, "i")
const INFINITE = /^([+-]?)inf(?:inity)?$/i
const SMALLEST_EPSILON = 1e-100
const LONGEST_NAME = 24
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N} '%()+-]|[\p{Mn}\p{Mc}]{1,2}(?![\p{Mn}\p{Mc}]))*$/u
const LONGEST_QUOTE = 100
const ESCAPES = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" }

// limits: { arms, epsilon } as [least, most].  Returns { state } or { problem }, which says why there is none.  Only an
// overview says whether the best mean is unique.
export function parsed({ arms, names, epsilon, risk, indifference = "0" }, limits) {
  const parts = arms.replace(/^[ ,;[\]()]+|[ ,;[\]()]+$/g, "").split(/[,;\s]+/).filter(Boolean)
  const asked = [...parts.map((part) => ["each mean", part]), ["epsilon", epsilon], ["risk", risk], ["“Ignore differences below”", indifference]]
  const wrong = asked.find(([, text]) => numberIn(text) === null)
  if (wrong) return { problem: `${wrong[0]} must be a number, not ${quoted(wrong[1].trim())}` }
  const numbers = { epsilon: numberIn(epsilon), risk: numberIn(risk), indifference: numberIn(indifference) }
  const state = { means: parts.map(numberIn), ...numbers, names: namesIn(names, parts.length) }
  const problem = tooMany(state, limits.arms) ?? problemOfIndifference(state) ?? problemOfMeans(state.means, limits.arms) ?? problemOfOthers(state, limits.epsilon) ?? problemOfNames(state.names)
  return problem ? { problem } : { state }
}

// As a link carries it.
export function asTexts({ means, names, epsilon, risk, indifference }) {
  const digits = (x) => general(x, 10)
  const numbers = { epsilon: digits(epsilon), risk: digits(risk), indifference: digits(indifference) }
  return { arms: means.map(digits).join(", "), ...numbers, names: names.join(", ") }
}

// What Python's float() makes of a text with the digits 0 to 9; null if it is not a number.
function numberIn(text) {
  const bare = text.trim()
  if (FINITE.test(bare)) return Number(bare.replaceAll("_", ""))
  if (/^[+-]?nan$/i.test(bare)) return NaN
  return INFINITE.test(bare) ? Number(`${bare.match(INFINITE)[1]}Infinity`) : null
}

function namesIn(text, arms) {
  const composed = (name) => ([...name].length > 4 * LONGEST_NAME ? name : name.normalize("NFC"))
  const names = text.split(/[,;\n]/).slice(0, arms).map((name) => composed(name).trim())
  return names.slice(0, names.findLastIndex(Boolean) + 1)
}

function problemOfIndifference({ indifference }) {
  if (Number.isNaN(indifference)) return "“Ignore differences below” must be a number, not NaN"
  if (indifference >= 0 && indifference < 1) return null
  return `“Ignore differences below” must be at least 0 and less than 1, not ${shortest(indifference)}`
}

const tooMany = ({ means }, [, most]) => (means.length > most ? `there must be at most ${most} means here, not ${means.length}` : null)

function problemOfMeans(means, [fewest]) {
  if (means.length < fewest) return `there must be at least ${fewest} means, not ${means.length}`
  const unknown = means.findIndex(Number.isNaN)
  if (unknown >= 0) return `means must be numbers, not NaN for arm ${unknown + 1}`
  const outside = means.findIndex((mean) => mean <= 0 || mean >= 1)
  if (outside < 0) return null
  return `means must be strictly between 0 and 1, not ${shortest(means[outside])} for arm ${outside + 1}`
}

function problemOfOthers({ epsilon, risk }, [low, high]) {
  if (Number.isNaN(epsilon)) return "epsilon must be a number, not NaN"
  if (epsilon <= 0) return `epsilon must be greater than 0, not ${shortest(epsilon)}`
  if (Number.isNaN(risk)) return "risk must be a number, not NaN"
  if (risk <= 0 || risk >= 0.5) return `risk must be strictly between 0 and 1/2, not ${shortest(risk)}`
  if (epsilon < SMALLEST_EPSILON) return `epsilon must be at least 1e-100 for a characteristic time, not ${shortest(epsilon)}`
  if (epsilon >= low && epsilon <= high) return null
  return `epsilon must be between ${general(low)} and ${general(high)} here, not ${general(epsilon)}`
}

function problemOfNames(names) {
  const wrong = names.find((name) => name && ([...name].length > LONGEST_NAME || !NAME.test(name) || name.includes("--")))
  if (wrong === undefined) return null
  return `the name of an arm must be up to ${LONGEST_NAME} letters, digits, spaces or the signs -+%'(), not ${quoted(wrong)}`
}

// As Python would write the text, on one line and short.
function quoted(text) {
  const letters = [...text]
  const start = letters.slice(0, LONGEST_QUOTE)
  const mark = start.includes("'") && !start.includes('"') ? '"' : "'"
  const shown = [...`${mark}${start.map((letter) => escaped(letter, mark)).join("")}${mark}`]
  if (letters.length <= LONGEST_QUOTE && shown.length <= LONGEST_QUOTE) return shown.join("")
  return `${shown.slice(0, LONGEST_QUOTE - 2).join("")}…${mark}`
}

function escaped(letter, mark) {
  if (letter === mark) return `\\${letter}`
  if (letter in ESCAPES) return ESCAPES[letter]
  if (letter === " " || !/[\p{C}\p{Z}]/u.test(letter)) return letter
  const code = letter.codePointAt(0)
  const [sign, digits] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8]
  return `\\${sign}${code.toString(16).padStart(digits, "0")}`
}
