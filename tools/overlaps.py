"""Words that lie on one another, or are cut off at a picture's edge, in all charts and components of an open page."""

from playwright.sync_api import Page

from tools.rest import next_frame

WIDTHS = (390, 768, 1280, 1920)

# The corners of every visible piece of text: SVG's <text> anywhere on the page, and HTML in components.  A box is as
# high as a line; letters fill its middle.  Boxes may be turned, so two are apart if a side of one of them parts them.
_FOUND = """
() => {
  const TRIM = 0.16, TOUCH = 1
  const everywhere = (root) => {
    const inner = [...root.querySelectorAll("*")].filter((node) => node.shadowRoot)
    return [root, ...inner.flatMap((node) => everywhere(node.shadowRoot))]
  }
  // Of SVG's text in what is not displayed checkVisibility says that it is seen.
  const seen = (element) =>
    element.getClientRects().length && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const corners = ({ x, y, width, height }, place = (px, py) => [px, py]) => {
    const [top, bottom] = [y + TRIM * height, y + (1 - TRIM) * height]
    return [place(x, top), place(x + width, top), place(x + width, bottom), place(x, bottom)]
  }
  const drawn = (element) => {
    const { a, b, c, d, e, f } = element.getScreenCTM()
    return corners(element.getBBox(), (x, y) => [a * x + c * y + e, b * x + d * y + f])
  }
  const written = (node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    return corners(range.getBoundingClientRect())
  }
  const texts = []
  const cut = []
  for (const root of everywhere(document)) {
    for (const element of root.querySelectorAll("svg text")) {
      const words = element.textContent.trim()
      if (!words || !seen(element)) continue
      const box = drawn(element)
      texts.push({ words, box })
      const frame = element.ownerSVGElement
      const { left, right, top, bottom } = frame.getBoundingClientRect()
      const outside = box.some(([x, y]) => x < left - 2 || x > right + 2 || y < top - 2 || y > bottom + 2)
      if (outside && getComputedStyle(frame).overflow === "hidden") cut.push([words, "the picture's edge"])
    }
    if (root === document) continue
    for (const element of root.querySelectorAll(":not(style, script, svg *)")) {
      for (const node of element.childNodes) {
        const words = node.nodeType === Node.TEXT_NODE ? node.data.trim() : ""
        if (words && seen(element)) texts.push({ words, box: written(node) })
      }
    }
  }
  const apart = (one, other) => [one, other].some((box) => [0, 1].some((side) => {
    const [from, to] = [box[side], box[side + 1]]
    const [x, y] = [to[0] - from[0], to[1] - from[1]]
    const length = Math.hypot(x, y) || 1
    const span = (places) => places.map(([px, py]) => (px * x + py * y) / length)
    const [first, second] = [span(one), span(other)]
    return Math.min(Math.max(...first), Math.max(...second)) - Math.max(Math.min(...first), Math.min(...second)) < TOUCH
  }))
  const pairs = texts.flatMap((one, index) => texts.slice(index + 1)
    .filter((other) => !apart(one.box, other.box)).map((other) => [one.words, other.words]))
  return [...cut, ...pairs]
}
"""


def overlaps(page: Page) -> list[tuple[str, str]]:
    """The pairs of words that lie on one another; words that are cut off are paired with "the picture's edge".

    A picture is drawn anew in the frame that gives it another size, and its words may be arranged in the next one.
    """
    next_frame(page)
    next_frame(page)
    return [(one, other) for one, other in page.evaluate(_FOUND)]
