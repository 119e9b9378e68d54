// Numbers as people read them, written exactly as ui/look/numbers.py writes them.
const grouped = (text) => text.replace(/^-?\d+/, (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ","))
const exponentOf = (x) => Number(x.toExponential().split("e")[1])
const power = (exponent) => `e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`
// Without zeros at the end of its decimals.
const bare = (text) => (text.includes(".") && !text.includes("e") ? text.replace(/\.?0+$/, "") : text)

// A number's first digits and its power of ten; halfway between two it takes the even one, as Python does.
function scientific(x, digits) {
  const nearest = x.toExponential(digits - 1)
  const [mantissa, exponent] = nearest.split("e")
  const cut = x.toExponential(100).slice(0, mantissa.length)
  const rest = x.toExponential(100).slice(mantissa.length).replace(".", "")
  return [/^50*e/.test(rest) && "02468".includes(cut.at(-1)) ? cut : mantissa, Number(exponent)]
}

export function number(x, digits = 3) {
  if (x < 0) return `−${number(-x, digits)}`
  if (!Number.isFinite(x)) return "∞"
  if (x === 0) return "0"
  const [mantissa, exponent] = scientific(x, digits)
  if (exponent < -4 || exponent >= 15) return mantissa + power(exponent)
  return grouped(Number(`${mantissa}e${exponent}`).toFixed(Math.max(0, digits - 1 - exponent)))
}

export function general(x, digits = 6) {
  if (!Number.isFinite(x)) return x > 0 ? "inf" : "-inf"
  if (x === 0) return "0"
  const [mantissa, exponent] = scientific(x, digits)
  if (exponent < -4 || exponent >= digits) return bare(mantissa) + power(exponent)
  return bare(Number(`${mantissa}e${exponent}`).toFixed(digits - 1 - exponent))
}

export const exact = (x) => grouped(general(x, 10))
export const setting = (x) => general(x, 4)

// The fewest digits that identify the number.
export function shortest(x) {
  if (!Number.isFinite(x)) return x > 0 ? "inf" : "-inf"
  const [mantissa, exponent] = x.toExponential().split("e")
  if (exponent < -4 || exponent >= 16) return mantissa + power(exponent)
  return Number.isInteger(x) ? `${x}.0` : String(x)
}

// The nearest whole number; halfway between two it is the even one, as in Python.
export const whole = (x) => grouped(String(Math.round(x) - (Math.round(x) - x === 0.5 && Math.round(x) % 2 !== 0 ? 1 : 0)))
export const count = (x) => (Math.abs(x) < 1e5 ? whole(x) : number(x))
export const plural = (many) => (many === 1 ? "" : "s")
export const atLeast = (samples) => limit(samples, Math.floor)
export const atMost = (samples) => limit(samples, Math.ceil)

function limit(samples, direction) {
  if (samples < 10) return bare(number(rounded(samples, 3, direction)))
  return count(rounded(samples, samples < 1e5 ? 1 + exponentOf(samples) : 3, direction))
}

export const roundedUp = (x, digits = 3) => rounded(x, digits, Math.ceil)
export const roundedDown = (x, digits = 3) => rounded(x, digits, Math.floor)

// A number that is round except for a double's last digits stays as it is.
function rounded(x, digits, direction) {
  if (x === 0 || !Number.isFinite(x)) return x
  const shift = digits - 1 - exponentOf(x)
  const scaled = x * Number(`1e${shift}`)
  const nearest = Math.round(scaled)
  return Number(`${Math.abs(scaled - nearest) < 1e-9 * Math.abs(scaled) ? nearest : direction(scaled)}e${-shift}`)
}

// Only a whole share is 100 %.
export function percent(share, digits = 3) {
  const needed = share > 0.99 && share < 1 ? Math.ceil(-Math.log10(1 - share)) : digits
  return `${bare(number(100 * share, Math.max(digits, needed)))} %`
}

export function duration(seconds) {
  if (seconds < 90) return `${whole(Math.max(1, seconds))} s`
  return seconds < 90 * 60 ? `${whole(seconds / 60)} min` : `${whole(seconds / 3600)} h`
}

// As dpcore's messages quote a list: six of its numbers, a hundred letters.
export function listed(numbers) {
  const text = `[${numbers.slice(0, 6).map(shortest).join(", ")}${numbers.length > 6 ? ", ..." : ""}]`
  return text.length > 100 ? `${text.slice(0, 99)}…` : text
}
