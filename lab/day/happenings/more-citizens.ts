import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Day } from '../day.ts'
import { writeExport } from '../people/brought-citizens.ts'
import { ADMINISTRATOR, SUPPORTER } from '../people/operators.ts'

interface Imported {
  readonly read: number
  readonly brought: number
  readonly rejected: number
}

/** The other system has some more citizens, who are brought while everybody works. */
export async function bringMore(day: Day, count: number): Promise<string> {
  const { command, folder } = day.stage
  const file = join(folder, 'more.jsonl')
  const from = day.town.citizens
  await writeExport(file, { from, to: from + count })
  const { brought, rejected } = await command<Imported>({
    ...{ words: ['citizen', 'import', file], as: ADMINISTRATOR, reason: 'Who came in the last week' },
  })
  rmSync(file)
  if (brought !== count || rejected !== 0) throw new Error(`${brought} of ${count} were brought`)
  day.town.more(count)
  return `${brought} more citizens were brought`
}

/** A citizen asks on paper for the copy of the data. */
export async function copyData(day: Day): Promise<string> {
  const [one] = day.town.some(1, ({ visits }) => visits.length > 0)
  if (!one) throw new Error('Nobody is there')
  const file = join(day.stage.folder, 'copy.json')
  const words = ['citizen', 'data', one.email, '--out', file, '--yes']
  await day.stage.command({ words, as: SUPPORTER, reason: 'Asked on paper, recognised at the counter' })
  const copy = readFileSync(file, 'utf8')
  rmSync(file)
  if (!copy.includes(one.email)) throw new Error('The copy of the data is of somebody else')
  return `a copy of the data was made (${Math.round(copy.length / 1024)} KiB)`
}
