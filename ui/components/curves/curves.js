// The picture of stopping times against epsilon, drawn of what the server says.
import { isLate } from "../shared/late.js"
import { Sheet } from "../shared/sheet.js"
import { StoppingPicture } from "./stopping_picture.js"

const widgets = new WeakMap()

export default function (component) {
  if (isLate(component)) return undefined
  const root = component.parentElement.querySelector(".curves")
  let widget = widgets.get(root)
  if (!widget) widgets.set(root, (widget = new Curves(root)))
  widget.update(component.data)
  return () => root.isConnected || widget.sheet.leave()
}

class Curves {
  constructor(root) {
    this.root = root
    this.picture = new StoppingPicture()
    this.sheet = new Sheet(root, this.picture)
  }

  update({ name, height, colors, shown }) {
    this.root.style.setProperty("--height", `${height}px`)
    this.picture.adopt(shown)
    this.sheet.show(name, { colors })
  }
}
