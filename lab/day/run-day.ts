import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Cleanup } from '../../journeys/kit/cleanup.ts'
import { withClient } from '../../journeys/kit/postgres-server.ts'
import { type Counted, type Day, sayCounts, scaled } from './day.ts'
import { type Happening, happeningsOf } from './hours.ts'
import { appointOperator } from './people/appoint-operator.ts'
import { writeExport } from './people/brought-citizens.ts'
import { connectPrograms } from './people/connected-programs.ts'
import { ADMINISTRATOR } from './people/operators.ts'
import { createTown, type Resident } from './people/town.ts'
import { type Answered, addAnswers, askAll, KEEP_SUBJECTS } from './questions/index.ts'
import { countRows, type TableRows } from './report.ts'
import { openStage } from './stage/open-stage.ts'
import { createAnswers } from './traffic/answers.ts'
import { attempt, sendLoad } from './traffic/hourly-load.ts'
import { noLetterOnItsWay } from './traffic/letters.ts'

/** A day of so many citizens is as large as the numbers of the load say. */
const WHOLE_DAY = 100_000

/** The least share of it. */
const LEAST_SCALE = 0.05
const MOST_SCALE = 2

/** How many are brought during the day, of a whole one. */
const MORE = 400
const LEAST_MORE = 20

/** What a run of the day needs. */
export interface DayNeeds {
  readonly citizens: number
  readonly cleanup: Cleanup
  /** Writes a line of progress. */
  say(line: string): void
}

/** A day that is over. Everything still runs. */
export interface Lived {
  readonly day: Day
  /** The questions, asked after each hour and at the end. */
  readonly answered: readonly Answered[]
  /** How many rows there were when the last hour ended. */
  readonly rows: readonly TableRows[]
  /** Who may enter the console. */
  readonly operator: Resident
}

/** Starts everything, brings the citizens, and goes through 24 hours. */
export async function runDay({ citizens, cleanup, say }: DayNeeds): Promise<Lived> {
  const began = performance.now()
  const stage = await openStage(cleanup)
  const answers = createAnswers({ when: stage.clock.shown, tell: (fault) => say(`  ! ${fault}`) })
  const counts = new Map<Counted, number>()
  const town = createTown(stage.identity.baseUrl, answers, citizens)
  const connected = await connectPrograms(stage.command)
  await bringCitizens(stage, citizens)
  const scale = Math.min(MOST_SCALE, Math.max(LEAST_SCALE, citizens / WHOLE_DAY))
  const count = (what: Counted, more = 1) => void counts.set(what, (counts.get(what) ?? 0) + more)
  const day: Day = { stage, answers, town, ...connected, scale, count }
  const operator = await appointOperator(day)
  say(`The morning: ${citizens} citizens and 5 programs, in ${secondsSince(began)} s`)
  const happenings = happeningsOf(scaled(day, MORE, LEAST_MORE))
  const ask = () => withClient(stage.postgres, stage.database.name, askAll)
  let answered: readonly Answered[] = []
  for (let hour = 0; hour < 24; hour += 1) {
    for (const what of counts.keys()) counts.set(what, 0)
    await noLetterOnItsWay(stage)
    await stage.clock.toHour(hour)
    const since = performance.now()
    const happened = await runHour(day, hour, happenings.get(hour))
    answered = addAnswers(answered, await ask())
    say(
      `${String(hour).padStart(2, '0')}:00  ${sayCounts(counts)}${happened && ` | ${happened}`} | ${secondsSince(since)} s`,
    )
  }
  const rows = await countRows(stage.database.db)
  await noLetterOnItsWay(stage)
  await stage.clock.toEnd()
  answered = addAnswers(answered, await ask())
  say(`The day took ${secondsSince(began)} s`)
  return { day, operator, answered, rows }
}

async function runHour(day: Day, hour: number, happening: Happening | undefined): Promise<string> {
  await sendLoad(day, hour)
  let said = ''
  if (happening)
    await attempt(day, async () => {
      await noLetterOnItsWay(day.stage)
      said = await happening(day, hour)
    })
  return said
}

async function bringCitizens(
  { folder, command, postgres, database }: Day['stage'],
  citizens: number,
): Promise<void> {
  const file = join(folder, 'citizens.jsonl')
  await writeExport(file, { from: 0, to: citizens })
  const words = ['citizen', 'import', file]
  await command({ words, as: ADMINISTRATOR, reason: 'The old register of the town' })
  rmSync(file)
  await withClient(postgres, database.name, (client) => client.query(KEEP_SUBJECTS))
}

function secondsSince(milliseconds: number): string {
  return ((performance.now() - milliseconds) / 1000).toFixed(1)
}
