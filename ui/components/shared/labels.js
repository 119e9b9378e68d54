// Places for labels: each takes the first of its possible places where it covers no other label and crosses the fewest lines.
const HEIGHT = 1.15 // the height of a line of text, in font sizes
const ON_A_LABEL = 1000

const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

export class Labels {
  // width(words, look): a text's width in pixels.  frame: {left, right, top, bottom}, which no label leaves.
  constructor(width, frame) {
    Object.assign(this, { width, frame, labels: [], lines: [] })
  }

  // Keep labels off the lines between these points where that is possible.
  avoid(points) {
    points.slice(1).forEach(([x, y], i) => {
      const [before, above] = points[i]
      this.lines.push({
        left: Math.min(x, before) - 1, right: Math.max(x, before) + 1, top: Math.min(y, above) - 1, bottom: Math.max(y, above) + 1,
      })
    })
  }

  // The best of these places, [x, y, anchor] of a text's baseline; null if all cover a label, unless it must be drawn.
  place(words, look, places, must = false) {
    let best = null
    const width = this.width(words, look)
    for (const place of places) {
      const box = boxOf(width, look, place)
      const { left, right, top, bottom } = this.frame
      const isOutside = box.left < left || box.right > right || box.top < top || box.bottom > bottom
      const onLabels = this.labels.filter((other) => overlap(box, other)).length + isOutside
      const cost = ON_A_LABEL * onLabels + this.lines.filter((other) => overlap(box, other)).length
      if ((must || !onLabels) && (!best || cost < best.cost)) best = { place, box, cost }
    }
    if (best) this.labels.push(best.box)
    return best && best.place
  }
}

function boxOf(width, { size }, [x, y, anchor]) {
  const left = { start: x, middle: x - width / 2, end: x - width }[anchor]
  return { left, right: left + width, top: y - 0.85 * HEIGHT * size, bottom: y + 0.15 * HEIGHT * size }
}

// The words in rows that are no wider than the room, unless a single word is wider.
export function wrapped(words, room, widthOf) {
  return words.split(/\s+/).reduce((rows, word) => {
    const longer = `${rows.at(-1)} ${word}`
    return rows.length > 0 && widthOf(longer) <= room ? [...rows.slice(0, -1), longer] : [...rows, word]
  }, [])
}
