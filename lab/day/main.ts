import { createCleanup } from '../../journeys/kit/cleanup.ts'
import { findChromium } from '../../scripts/test-chromium.ts'
import { runCommand } from '../kit/command.ts'
import { UsageError } from '../kit/command-line.ts'
import { startConsole } from '../kit/start-console.ts'
import { busyMoment } from './console/busy-moment.ts'
import { takePictures } from './console/take-pictures.ts'
import { lookBack } from './look-back.ts'
import { readOptions } from './options.ts'
import { ADMINISTRATOR } from './people/operators.ts'
import { reportCounts, reportVerdicts } from './report.ts'
import { type Lived, runDay } from './run-day.ts'

const cleanup = createCleanup()

runCommand(
  () => cleanup.run(),
  async () => {
    const { citizens, pictures } = readOptions(process.argv.slice(2))
    // Without it, the day would be lived for nothing.
    if (pictures !== undefined) requireChromium()
    const lived = await runDay({ citizens, cleanup, say })
    const verdicts = [...lived.answered, ...(await lookBack(lived.day))]
    say(`\n${reportCounts(lived.day, lived.rows)}\n\n${reportVerdicts(verdicts)}\n`)
    if (pictures !== undefined) await showConsole(lived, pictures)
    const broken = verdicts.filter(({ found }) => found > 0).length
    say(broken === 0 ? `All ${verdicts.length} hold.` : `${broken} of ${verdicts.length} are broken.`)
    await cleanup.run()
    return broken === 0 ? 0 : 1
  },
)

/** Throws UsageError where there is none. */
function requireChromium(): void {
  try {
    findChromium()
  } catch (error) {
    const says = error instanceof Error ? error.message : ''
    throw new UsageError(`${says} Or live the day with --no-pictures.`)
  }
}

/** The console shows the day to the operator. */
async function showConsole({ day, operator }: Lived, folder: string): Promise<void> {
  await busyMoment(day)
  const { postgres, database, command } = day.stage
  const by = { as: ADMINISTRATOR, reason: 'Set up the console' }
  const { url } = await startConsole({ postgres, database: database.name, command, by }, cleanup)
  const citizen = day.town.residents.find((one) => one.isAway && one !== operator) ?? operator
  const files = await takePictures(day, { url, folder, operator, citizen })
  say(`Pictures of the console: ${files.join(' ')}`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
