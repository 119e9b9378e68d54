// Runs on their way between the server and the browser: whole numbers of 32 bits as a text.
export function numbersIn(text) {
  return new Int32Array(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer)
}

export function asText(numbers) {
  const bytes = new Uint8Array(Int32Array.from(numbers).buffer)
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
}

// A run's numbers: whether it stopped, its time, its answer and its pulls.
export const numbersOf = ({ stopped, time, answer, pulls }) => [stopped ? 1 : 0, time, answer, ...pulls]
