// Dots in rows: how many there are while they appear, and where they are.
export const COLUMNS = 75
const ROW = 6.5 // pixels between two rows

// share: of the way from `start` to `goal`, a number of people for each lane.
export const comeSoFar = (start, goal, share) => goal.map((people, lane) => Math.round(start[lane] + share * (people - start[lane])))

// As the path of a stroke with round ends; pitch: pixels between two dots of a row; top: above the first row.
export function dotsPath(dots, pitch, top) {
  const at = (dot) => `M${((dot % COLUMNS) + 0.5) * pitch} ${top + (Math.floor(dot / COLUMNS) + 0.5) * ROW}h0`
  return Array.from({ length: dots }, (_, dot) => at(dot)).join("")
}
