import type { OperatorOrigin } from '../audit/index.ts'
import { recordRead } from '../audit-log/index.ts'
import { findForOperator } from '../citizens/index.ts'
import type { Said } from '../moments/index.ts'
import { withEvent } from './citizen.ts'
import {
  type ActsDatabase,
  type Answer,
  type Call,
  type CommandOnCitizen,
  finish,
  type RunsWithoutAccount,
  WHO,
} from './command.ts'
import { askForConsent, mustWait, WAITING_ANSWER } from './consents.ts'
import {
  FORECAST,
  type Forecast,
  forecast,
  forecastLetters,
  forecastTells,
  forecastTold,
  lettersWouldGo,
  wouldHappen,
} from './forecast.ts'
import { requireYes } from './require-yes.ts'
import { whyAsked } from './who-asks.ts'

/** What an act on a citizen answers beside what it did: with `--dry-run`, and where it waits for another operator. */
export const NOT_DONE = [FORECAST, WAITING_ANSWER]

/** The reason of an act that is only tried, where none was given. Its event is taken back. */
const ONLY_TRIED = 'only tried'

const WAITS: Said = {
  says: 'It waits for the consent of another operator before anything happens.',
  fact: { tells: 'needs-consent' },
}

/**
 * Carries out an act on one citizen (decision 114). With `--dry-run` it only says what would happen. Where somebody can be asked, it says so and
 * asks; `--yes` is the answer. Then it happens to the citizen who was shown, whoever has the address by now; what would change nothing does nothing.
 * An act that the setting names is asked for, and another operator does it (decision 116).
 * That somebody looked is in the audit before anything is said, and that the act was refused, too: a refusal says something about the citizen.
 */
export async function actOnCitizen(
  command: CommandOnCitizen,
  call: Call,
  by: OperatorOrigin,
): Promise<Answer> {
  const waits = mustWait(command, call.config())
  const { database, origin } = await openFor(call, by)
  const opened = { database, asked: { ...database, by: origin } }
  const { words, otherwise } = command
  if (!otherwise || (await findForOperator(database.db, call.given.operand(WHO))))
    return actOnAccount(command, call, { ...opened, waits })
  return actWithoutAccount({ words, otherwise }, call, opened)
}

async function actOnAccount(
  command: CommandOnCitizen,
  call: Call,
  { database, asked, waits }: Opened & { readonly waits: boolean },
): Promise<Answer> {
  const { act, words } = command
  const { given, terminal } = call
  const asks = given.flag('yes') ? undefined : terminal.ask
  const find = () => act.find(database, given.operand(WHO))
  const citizen = await withEvent(asked, { command: words }, find)
  const { citizenId, subject } = citizen
  const about = { command: words, citizenId }
  const run = () => act.run(database, citizen, call)
  const isDoneAtOnce = !given.flag('dry-run') && !asks && !waits
  if (isDoneAtOnce) return finish(await withEvent(asked, about, run), database.db)
  const found = await withEvent(asked, about, () => forecast(database, act, call, subject))
  await recordRead(asked, about)
  const waiting = waits ? [WAITS] : []
  const lines = [...wouldHappen(found), ...waiting.map(({ says }) => says)]
  if (given.flag('dry-run'))
    return forecastAnswer(found, { lines, tells: [...forecastTells(found), ...waiting] })
  if (!found.done.changed) return found.done.answer
  if (asks) await requireYes(lines, { ...terminal, ask: asks }, forecastTold(found))
  if (waits) return askForConsent(command, call, database, found)
  const again = async () => act.run(database, await act.find(database, subject), call)
  return finish(await withEvent(asked, about, again), database.db)
}

/** Opens the database with the name and the reason. One that is only tried needs none, and `origin` then has none. */
async function openFor(call: Call, by: OperatorOrigin) {
  const { given, terminal } = call
  const isReasonNeeded = !given.flag('dry-run') || given.text('reason') !== undefined
  const origin = isReasonNeeded ? { ...by, reason: await whyAsked(given, terminal) } : by
  const opened = await call.openDatabase()
  return { origin, database: { ...opened, by: { reason: ONLY_TRIED, ...origin }, isTrial: false } }
}

/** The database in the name of the operator. */
interface Opened {
  readonly database: Awaited<ReturnType<typeof openFor>>['database']
  /** The same, with the reason that was given. */
  readonly asked: Parameters<typeof recordRead>[0]
}

/** The same where no account has what was given. It waits for no other operator: nothing happens to an account. */
async function actWithoutAccount(
  { words: command, otherwise }: Pick<CommandOnCitizen, 'words'> & { readonly otherwise: RunsWithoutAccount },
  call: Call,
  { database, asked }: Opened,
): Promise<Answer> {
  const { given, terminal } = call
  const asks = given.flag('yes') ? undefined : terminal.ask
  const run = (within: ActsDatabase) => otherwise(within, given.operand(WHO), call)
  if (given.flag('dry-run') || asks) {
    const letters = await withEvent(asked, { command }, () => forecastLetters(database, run))
    await recordRead(asked, { command })
    const lines = lettersWouldGo(letters)
    if (given.flag('dry-run'))
      return {
        json: { subject: null, dry_run: true, changed: true, effects: [], letters },
        lines: [...lines, 'Nothing was changed.'],
      }
    if (asks) await requireYes(lines, { ...terminal, ask: asks }, [])
  }
  return withEvent(asked, { command }, () => run(database))
}

function forecastAnswer(found: Forecast, would: Required<Pick<Answer, 'lines' | 'tells'>>): Answer {
  const { done, effects, letters } = found
  const { citizen, changed, answer } = done
  const { lines, tells = [] } = answer
  return {
    json: { subject: citizen.subject, dry_run: true, changed, effects, letters },
    ...(changed ? { ...would, lines: [...would.lines, 'Nothing was changed.'] } : { lines, tells }),
    told: forecastTold(found),
  }
}
