import type { OperatorOrigin } from '../audit/index.ts'
import { recordRead } from '../audit-log/index.ts'
import { type Answer, type Call, type CommandOnCitizen, CommandRefused, WHO } from './command.ts'
import { type Forecast, forecast, forecastLines } from './forecast.ts'
import { harmless } from './present.ts'
import { whyAsked } from './who-asks.ts'

/** The reason of an act that is only tried, where none was given. Its event is taken back. */
const ONLY_TRIED = 'only tried'

/** What somebody answers who wants the act. */
const YES = 'yes'

/**
 * Carries out an act on one citizen (decision 114). With `--dry-run` it only says what would happen. Where somebody can be asked, it says so and
 * asks; `--yes` is the answer. Then it happens to the citizen who was shown, whoever has the address by now; what would change nothing does nothing.
 * That somebody looked is in the audit before anything is said, and also where the act is refused: a refusal says something about the citizen.
 */
export async function actOnCitizen(
  { act, words }: CommandOnCitizen,
  call: Call,
  by: OperatorOrigin,
): Promise<Answer> {
  const { given, terminal } = call
  const isOnlyTried = given.flag('dry-run')
  const isReasonNeeded = !isOnlyTried || given.text('reason') !== undefined
  const origin = isReasonNeeded ? { ...by, reason: await whyAsked(given, terminal) } : by
  const order = { reason: ONLY_TRIED, ...origin }
  const database = { ...(await call.openDatabase()), by: order }
  const asks = given.flag('yes') ? undefined : terminal.ask
  const citizen = await act.find(database, given.operand(WHO))
  const { citizenId, subject } = citizen
  const looked = () => recordRead({ ...database, by: origin }, { command: words, citizenId })
  const orLooked = async (error: unknown) => {
    if (error instanceof CommandRefused) await looked()
    throw error
  }
  if (!isOnlyTried && !asks) return (await act.run(database, citizen, call).catch(orLooked)).answer
  const found = await forecast(database, act, call, subject).catch(orLooked)
  await looked()
  if (isOnlyTried) return forecastAnswer(found)
  if (!found.done.changed) return found.done.answer
  if (asks && !(await confirm(found, { ...terminal, ask: asks })))
    throw new CommandRefused('Nothing was changed.')
  return (await act.run(database, await act.find(database, subject), call)).answer
}

async function confirm(
  found: Forecast,
  { err, ask }: { err(line: string): void; ask(question: string): Promise<string> },
): Promise<boolean> {
  for (const line of wouldHappen(found)) err(harmless(line))
  return (await ask(`Do it? Type ${YES}: `)).trim().toLowerCase() === YES
}

function forecastAnswer(found: Forecast): Answer {
  const { done, effects, letters } = found
  const { citizen, changed, answer } = done
  return {
    json: { subject: citizen.subject, dry_run: true, changed, effects, letters },
    lines: changed ? [...wouldHappen(found), 'Nothing was changed.'] : answer.lines,
  }
}

function wouldHappen(found: Forecast): readonly string[] {
  const { subject } = found.done.citizen
  return [`This would happen to citizen ${subject}:`, ...forecastLines(found).map((line) => `  - ${line}`)]
}
