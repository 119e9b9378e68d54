// What the picture computes and says in the browser: for Node, where a test hands over the module.
import { loadKernels } from "../../../../wasm/kernels.js"
import { asHtml, said } from "../../../../ui/components/shared/sentences.js"
import { Designs } from "../../../../ui/components/lines/designs.js"
import { Live } from "../../../../ui/components/lines/live.js"

export async function designs(module, cases) {
  const kernels = await loadKernels(Uint8Array.from(atob(module), (letter) => letter.charCodeAt(0)))
  const found = cases.map(({ given, values, picked, curves }) => {
    const asked = new Designs(kernels, given)
    const figures = asked.of({ ...values, picked })
    const live = Object.assign(new Live(), { data: given, kernels })
    const verdict = asHtml(said(given.templates, "verdict", live.sentenceValues(figures, values, picked)))
    return { figures, marks: live.marks(figures), verdict, curves: curves ? asked.curves() : null }
  })
  return JSON.stringify(found, (_, value) => (value === Infinity ? "inf" : ArrayBuffer.isView(value) ? [...value] : value))
}
