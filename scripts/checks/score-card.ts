import { casts, uncheckedRows } from '../house/casts-and-rows.ts'
import { exceptionsToPlan } from '../house/exceptions.ts'
import { linesOfPackages } from '../house/lines.ts'
import { isGood, type Measure } from '../house/measure.ts'
import { namesToExplain } from '../house/names.ts'
import { typeTestedExports } from '../house/public-api.ts'
import { roomsThatStay } from '../house/removable-rooms.ts'
import { statementsToldTwice } from '../house/told-twice.ts'
import { judgeRealRooms } from './lib/real-rooms.ts'

/**
 * The score card of the sources: what no other check and no test holds. Fails if a measure has not its wanted value, and says what was
 * counted. `npm run check -- --house` prints it; with `--found` also what was counted for the others.
 */
const packages = judgeRealRooms()
const measures = [
  roomsThatStay(),
  statementsToldTwice(packages.flatMap(({ statements }) => statements)),
  exceptionsToPlan(packages),
  namesToExplain(),
  casts(),
  uncheckedRows(),
  typeTestedExports(),
]
print(measures)
if (!measures.every(isGood)) process.exitCode = 1

function print(rows: readonly Measure[]): void {
  const width = Math.max(...rows.map(({ name }) => name.length))
  const line = (name: string, cells: readonly (string | number)[]) =>
    `${[name.padEnd(width), ...cells.map((cell) => String(cell).padStart(7))].join('')}\n`
  const lists = process.argv.includes('--found')
  process.stdout.write(line('measure', ['now', 'wanted', 'ok']))
  for (const row of rows) {
    process.stdout.write(line(row.name, [row.now, row.wanted, isGood(row) ? 'yes' : 'no']))
    if (lists || !isGood(row)) process.stdout.write(row.found.map((one) => `    ${one}\n`).join(''))
  }
  if (lists) process.stdout.write(`lines without tests and words: ${linesOfPackages().join(', ')}\n`)
}
