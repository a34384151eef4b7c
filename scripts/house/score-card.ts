import { casts, uncheckedRows } from './casts-and-rows.ts'
import { filesOfCodeExchange } from './code-exchange.ts'
import { linesOfCore, linesOfLaboratory } from './lines.ts'
import { isGood, type Measure } from './measure.ts'
import { namesToExplain } from './names.ts'
import { typeTestedExports } from './public-api.ts'
import { roomsAgainstPlan } from './rooms.ts'

/**
 * `npm run check -- --house`: the measures of the sources that no other check enforces. Prints each with its wanted value,
 * and with `--found` what was counted. Fails if a measure has not its wanted value.
 */
const tracing = filesOfCodeExchange()
const others = [
  roomsAgainstPlan(),
  namesToExplain(),
  linesOfCore(),
  linesOfLaboratory(),
  casts(),
  uncheckedRows(),
  typeTestedExports(),
]
const measures = [await tracing, ...others]
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
}
