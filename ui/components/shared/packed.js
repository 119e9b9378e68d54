// A binary file that ui/pocket/runs.py has packed as text.
export async function unpacked(text) {
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))
  return new Response(stream).arrayBuffer()
}
