// What Streamlit's front end calls for each piece of a component's data, and the widget behind it.
const shown = new WeakMap()

// What a component exports: the element of this selector gets a Widget, made of (root, data), which is told of all data
// that are not late by update(component).  Until it leaves, with its element or by root.leave(), it hears the window's
// events: "take", and those in its `hears`, by name.  Its leave(), if it has one, is then called; later data begin a new one.
export function mounted(selector, Widget) {
  const widgets = new WeakMap()
  return (component) => {
    const { parentElement, data } = component
    if (isLate(component)) return undefined
    const found = parentElement.querySelector(selector)
    const root = widgets.has(found) ? found : emptied(found)
    if (!widgets.has(root)) widgets.set(root, new Widget(root, data))
    const widget = widgets.get(root)
    dress(root, data.colors)
    widget.heard ??= Object.entries({ ...widget.hears, take: (event) => take(widget, event) })
    for (const [name, hear] of widget.heard) addEventListener(name, hear)
    root.leave = () => {
      for (const [name, hear] of widget.heard) removeEventListener(name, hear)
      if (widgets.delete(root)) widget.leave?.()
    }
    widget.update(component)
    return () => {
      if (!root.isConnected) root.leave() // Streamlit also calls this for data that were skipped
    }
  }
}

// The element as it is in the component's HTML: a widget that has left, or an earlier script's, may still be drawn in it.
function emptied(root) {
  root.blank ??= root.innerHTML
  if (!root.leave) return root
  root.leave()
  const empty = Object.assign(root.cloneNode(), { blank: root.blank, innerHTML: root.blank })
  root.replaceWith(empty)
  return empty
}

// The widget whose key is asked for saves its picture in a format, or gives a copy that is laid out at a size, if it can.
function take(widget, event) {
  const { key, format, size, give } = event.detail
  const picture = widget.sheet ?? widget
  if (key !== widget.data.key || !(give ? picture.copy : picture.save)) return
  event.preventDefault()
  if (give) give(picture.copy(size))
  else picture.save(format)
}

// The palette for style sheets: --choice and the like, and --halo, around what is held.
function dress({ style }, colors) {
  const names = { ...colors, halo: `${colors.choice}55` }
  for (const [name, color] of Object.entries(names)) style.setProperty(`--${name}`, color)
}

// Whether later data than these are already on show.  If data arrive while the script is still being loaded, the front end
// passes them on in any order, and earlier data that come last would stay on show.  A server that was restarted, or another
// one, counts from 1 again, in a new session.
function isLate({ parentElement, data }) {
  const [session, number] = data.made
  const [shownSession, shownNumber] = shown.get(parentElement) ?? []
  if (session === shownSession && number < shownNumber) return true
  shown.set(parentElement, data.made)
  return false
}
