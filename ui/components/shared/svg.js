// Lines, areas and words of an SVG picture, and the picture as a file, drawn by the browser itself.
import { clamp } from "./scale.js"

export const NAMESPACE = "http://www.w3.org/2000/svg"
const SCALE = 2 // pixels of a saved PNG for each pixel on the screen

export function line(points, color, width, dash = "", opacity = 1) {
  return `<path d="${pathOf(points)}" fill="none" stroke="${color}" stroke-width="${width}" stroke-dasharray="${dash}" stroke-linejoin="round" opacity="${opacity}"/>`
}

export function area(points, color, opacity) {
  return `<path d="${pathOf(points)}Z" fill="${color}" opacity="${opacity}"/>`
}

export const pathOf = (points) => `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`

// Words with a halo in the background's colour, so that they stay readable over lines.
export function label(x, y, words, anchor, { color, background, size, bold, italic, opacity = 1 }) {
  const style = `${bold ? ' font-weight="700"' : ""}${italic ? ' font-style="italic"' : ""}${opacity < 1 ? ` opacity="${opacity}"` : ""}`
  const halo = `paint-order="stroke" stroke="${background}" stroke-width="3" stroke-linejoin="round"`
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" font-size="${size}" fill="${color}" ${halo}${style}>${words}</text>`
}

// The layers of a picture, from the back; a layer whose markup did not change is not drawn again.
export class Layers {
  constructor(svg) {
    Object.assign(this, { svg, drawn: [] })
    svg.replaceChildren()
  }

  draw(contents) {
    contents.forEach((content, i) => {
      const drawn = (this.drawn[i] ??= { layer: this.svg.appendChild(document.createElementNS(NAMESPACE, "g")), content: "" })
      if (drawn.content !== content) drawn.layer.innerHTML = drawn.content = content
    })
  }
}

// The size of an SVG in its own pixels, how much larger they are than the screen's (on a projector), and its font.  They are
// measured only once, because asking in each frame would make the browser lay out the page once more.
export function measured(svg) {
  const style = getComputedStyle(svg)
  const larger = Number(style.getPropertyValue("--larger")) || 1
  const [width, height] = [svg.clientWidth / larger, svg.clientHeight / larger]
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`)
  return { width, height, larger, font: style.fontFamily }
}

const measuring = { pen: null } // made when words are first measured

// The width of words of this size, in pixels.
export function widthIn(font, words, size, isBold = false) {
  const pen = (measuring.pen ??= document.createElement("canvas").getContext("2d"))
  pen.font = `${isBold ? 700 : 400} ${size}px ${font}`
  return pen.measureText(words).width
}

// A reading beside a place of a picture that is `width` wide: above it if there is room, else below.
export function showTip(tip, html, x, y, width, [above, below]) {
  tip.innerHTML = html
  tip.hidden = false
  tip.style.left = `${clamp(x - tip.offsetWidth / 2, 0, width - tip.offsetWidth)}px`
  tip.style.top = `${y > 90 ? y - tip.offsetHeight - above : y + below}px`
}

// Save a picture as `name`.svg or `name`.png.  prepare: removes from the copy what only the screen needs.
export async function save(svg, { name, format, background, prepare = () => {} }) {
  const { clientWidth: width, clientHeight: height } = svg
  const copy = svg.cloneNode(true)
  prepare(copy)
  const attributes = { xmlns: NAMESPACE, width, height, "font-family": getComputedStyle(svg).fontFamily }
  for (const [key, value] of Object.entries(attributes)) copy.setAttribute(key, value)
  copy.insertAdjacentHTML("afterbegin", `<rect width="100%" height="100%" fill="${background}"/>`)
  await saveDrawn(copy, { name, format, width, height })
}

// Save an SVG element of this size, which must not depend on anything on the page; it takes its font along.
export async function saveDrawn(svg, { name, format, width, height }) {
  svg.insertAdjacentHTML("afterbegin", `<style>${await facesOf(svg)}</style>`)
  const url = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" }))
  const href = format === "svg" ? url : await rasterised(url, width, height)
  Object.assign(document.createElement("a"), { download: `${name}.${format}`, href }).click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

// The page's faces of the font that an SVG names first, as rules for a file: an image sees no font of the page.
async function facesOf(svg) {
  const [family] = svg.getAttribute("font-family").split(",").map(familyIn)
  const isUsed = ({ style }) => familyIn(style.fontFamily) === family && (style.fontStyle !== "italic" || svg.querySelector("[font-style=italic]"))
  const faces = [...document.styleSheets].flatMap(rulesIn).filter((rule) => rule instanceof CSSFontFaceRule && isUsed(rule))
  return (await Promise.all(faces.map(faceRule))).join("")
}

const familyIn = (family) => family.replace(/["']/g, "").trim()

function rulesIn(sheet) {
  try {
    return [...sheet.cssRules]
  } catch {
    return [] // of another origin
  }
}

async function faceRule({ style, parentStyleSheet }) {
  const [, address] = style.getPropertyValue("src").match(/url\("?([^")]+)"?\)/)
  const url = new URL(address, parentStyleSheet.href ?? location.href).href
  if (!fontFiles.has(url)) fontFiles.set(url, fontFile(url))
  const data = await fontFiles.get(url)
  return data && `@font-face{font-family:${style.fontFamily};font-weight:${style.fontWeight};font-style:${style.fontStyle};src:url(${data})}`
}

const fontFiles = new Map() // fonts as data, each fetched once

// "" if the font cannot be fetched; then the file is read in the next font that it names.
async function fontFile(url) {
  try {
    const font = await (await fetch(url)).blob()
    return await new Promise((done, failed) => {
      const reader = Object.assign(new FileReader(), { onload: () => done(reader.result), onerror: failed })
      reader.readAsDataURL(font)
    })
  } catch {
    return ""
  }
}

async function rasterised(url, width, height) {
  const image = Object.assign(new Image(), { src: url })
  await image.decode()
  const canvas = Object.assign(document.createElement("canvas"), { width: SCALE * width, height: SCALE * height })
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL("image/png")
}
