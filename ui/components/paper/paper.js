// A button that asks the server for a page of HTML and has the browser print it, or save it as PDF.  The page is in a frame
// that may not run scripts, so the print dialog is opened from outside.  It reports {asked: number}, and 0 once that is there.
import { mounted } from "../shared/mounted.js"

const AGAIN_MS = 5000 // a report may be lost
const TRIES = 4

class Paper {
  constructor(button) {
    Object.assign(this, { button, first: Infinity })
    button.addEventListener("click", () => this.begin())
  }

  update({ data, setStateValue }) {
    Object.assign(this, { data, send: setStateValue })
    this.button.textContent = this.first < Infinity ? data.waiting : data.label
    if (!data.html || data.number < this.first) return
    this.end()
    print(data)
  }

  // Requests are numbered from the clock's time on, so that this button prints nothing that was requested before it was mounted.
  begin() {
    this.first = Date.now()
    this.button.disabled = true
    this.button.textContent = this.data.waiting
    this.ask(0)
  }

  ask(tries) {
    if (tries === TRIES) {
      this.end()
      return
    }
    this.send("asked", this.first + tries)
    this.timer = setTimeout(() => this.ask(tries + 1), AGAIN_MS)
  }

  end() {
    clearTimeout(this.timer)
    this.first = Infinity
    this.button.disabled = false
    this.button.textContent = this.data.label
    this.send("asked", 0)
  }
}

export default mounted(".paper", Paper)

// The browser names the file after the whole page.
function print({ html, name }) {
  document.querySelector("iframe.paper-to-print")?.remove()
  const frame = Object.assign(document.createElement("iframe"), {
    className: "paper-to-print", title: "What is printed", sandbox: "allow-same-origin allow-modals", ariaHidden: "true", tabIndex: -1, srcdoc: html,
  })
  frame.style.cssText = "position: fixed; right: 0; bottom: 0; width: 0; height: 0; border: 0; visibility: hidden"
  frame.addEventListener("load", () => {
    const title = document.title
    document.title = name
    frame.contentWindow.focus()
    frame.contentWindow.print()
    document.title = title
  })
  document.body.append(frame)
}
