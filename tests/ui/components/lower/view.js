// A place to draw in, for tests: letters are half as wide as they are high.
export const VIEW = {
  width: 600,
  height: 380,
  range: [1e-3, 1e2],
  colors: { private: "#0072B2", choice: "#D55E00", text: "#2F2D2B", grid: "#E4E2DF", without_privacy: "#6B6B6B", background: "#FFFFFF" },
  arm_colors: ["#E69F00", "#56B4E9", "#009E73"],
  widthOf: (words, size) => (words.length * size) / 2,
}

// The contents of all elements <text>.
export const texts = (markup) => [...markup.matchAll(/<text[^>]*>([^<]*)</g)].map(([, words]) => words)

// The numbers of each element's attribute.
export const numbersOf = (markup, element, attribute) =>
  [...markup.matchAll(new RegExp(`<${element} [^>]*\\b${attribute}="([^"]*)"`, "g"))].map(([, value]) => Number(value))
