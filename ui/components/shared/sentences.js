// Sentences from their templates, as ui/look/sentences.py makes them; that file says what a template is.
import { atLeast, atMost, count, exact, general, listed, number, percent, plural, roundedDown, roundedUp, setting, shortest, whole } from "./numbers.js"

const WRITTEN = {
  at_least: atLeast,
  at_most: atMost,
  capital: ([first, ...rest]) => first.toUpperCase() + rest.join(""),
  count,
  exact,
  general,
  listed,
  number,
  percent,
  plural,
  rounded_down: roundedDown,
  rounded_up: roundedUp,
  setting,
  shortest,
  size: Math.abs,
  whole,
}
const PLACE = /\{([\w.]+(?:\|[\w ]+)*)\}/g

// The sentence that the template with this name gives for these values.
export function said(templates, name, values) {
  const template = templates[name]
  const text = Array.isArray(template) ? (template.find((one) => holds(one.if, values))?.say ?? "") : template
  return filled(text, values, templates)
}

export function filled(text, values, templates = {}) {
  return text.replace(PLACE, (_, place) => {
    const [name, ...ways] = place.split("|")
    const found = name in templates ? said(templates, name, values) : valueOf(values, name)
    return ways.reduce((value, way) => {
      const [called, ...digits] = way.split(" ")
      return WRITTEN[called](value, ...digits.map(Number))
    }, found)
  })
}

function holds(condition, values) {
  if (!condition) return true
  const [name, , limit] = condition
  if (limit === undefined) return Boolean(valueOf(values, name))
  return valueOf(values, name) >= (typeof limit === "string" ? valueOf(values, limit) : limit)
}

const valueOf = (values, name) => name.split(".").reduce((found, part) => found?.[part], values)

const SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" }

// The sentence as HTML: only **bold** is marked up, and everything else is escaped.
export function asHtml(sentence) {
  return sentence.replace(/[&<>"']/g, (sign) => SIGNS[sign]).replace(/\*\*(.+?)\*\*/g, "<strong>$1</strong>")
}
