// A browser that translates a page replaces each text by a <font> element of its own.  React still holds the old text node: if
// it removes that node or inserts something before it there is an error, and nobody sees what it writes into it.  So we put the
// text back in its place before React touches it.
{
  const places = new WeakMap() // by text node: the element that replaces it
  const note = (changes) => {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of changes) {
      for (const text of removedNodes) {
        if (text.nodeType !== Node.TEXT_NODE) continue
        const place = [...addedNodes, previousSibling, nextSibling].find((node) => node?.localName === "font")
        if (place) places.set(text, place)
      }
    }
  }
  const observer = new MutationObserver(note)
  observer.observe(document, { subtree: true, childList: true })

  const bringBack = (text) => {
    note(observer.takeRecords())
    places.get(text)?.replaceWith(text)
    places.delete(text)
  }
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function (child) {
    if (child.parentNode !== this) bringBack(child)
    return removeChild.call(this, child)
  }
  Node.prototype.insertBefore = function (node, before) {
    if (before && before.parentNode !== this) bringBack(before)
    return insertBefore.call(this, node, before)
  }
  const { get, set } = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue")
  Object.defineProperty(Node.prototype, "nodeValue", {
    configurable: true,
    enumerable: true,
    get,
    set(value) {
      if (places.has(this)) bringBack(this)
      set.call(this, value)
    },
  })
}
