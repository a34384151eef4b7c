import { casts, uncheckedRows } from './casts-and-rows.ts'
import { exceptionsToPlan } from './exceptions.ts'
import { linesOfPackages } from './lines.ts'
import { isGood, type Measure } from './measure.ts'
import { namesToExplain } from './names.ts'
import { typeTestedExports } from './public-api.ts'
import { roomsThatStay } from './removable-rooms.ts'
import { statementsToldTwice } from './told-twice.ts'

/**
 * The score card of the sources: what no other check and no test holds. Only `npm run check -- --house` runs it, and prints it; with
 * `--found` also what was counted. Fails if a measure has not its wanted value.
 */
const measures = [
  roomsThatStay(),
  statementsToldTwice(),
  exceptionsToPlan(),
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
    if (lists) process.stdout.write(row.found.map((one) => `    ${one}\n`).join(''))
  }
  if (lists) process.stdout.write(`lines without tests and words: ${linesOfPackages().join(', ')}\n`)
}
