import type { OperatorOrder } from '../audit/index.ts'
import { recordRead } from '../audit-log/index.ts'
import { type Consents, type Said, type Told, toldBeside, type WaitingAct } from '../moments/index.ts'
import { type Schema, withMore } from '../platform/operation.ts'
import { accepted } from '../platform/result.ts'
import { ACTS_ON_CITIZENS, actInWords } from './acts-that-wait.ts'
import {
  ACT_NUMBER,
  type ActCall,
  type ActDone,
  type ActsDatabase,
  type Answer,
  type Call,
  type CommandOnCitizen,
  CommandRefused,
  finish,
  type Given,
  type OperatorsDatabase,
  WHO,
} from './command.ts'
import { type RefusedConsent, readNumber, refusalOf, refuseConsent, requireConsents } from './consents.ts'
import { FORECAST, type Forecast, forecast, forecastTells, forecastTold, wouldHappen } from './forecast.ts'
import type { OrderRefusal } from './order-refusals.ts'
import { plainTime } from './present.ts'
import { requireYes } from './require-yes.ts'

/** An operator who said why. */
type ConsentsDatabase = OperatorsDatabase<OperatorOrder> & Pick<ActsDatabase, 'isTrial'>

/** An act that waits, how it is done, and in whose name. */
interface Asked {
  readonly waiting: WaitingAct
  readonly command: CommandOnCitizen
  readonly call: Call
  /** The database with the name of whoever asked, and of whoever consents. */
  readonly database: ConsentsDatabase
}

/** Refused for what the console has a sentence for, too. */
type Refused = RefusedConsent & { readonly because: OrderRefusal }

const CHANGED: Refused = {
  because: 'changed',
  says: 'Nothing was changed, because the act would do something else than it would have done when it was asked for. Consent on a terminal, which shows it and asks, or ask for it again.',
}

const NOTHING: Refused = {
  because: 'nothing-to-do',
  says: 'Nothing was changed, because there is nothing to do any more. The act waits until its time is over, or until it is withdrawn.',
}

const OTHER_RELEASE: Refused = {
  because: 'no-such-act',
  says: 'This release has no such act. Consent with the release in which it was asked for.',
}

/**
 * Does an act that another operator has asked for (decision 116). What it would do is found anew, and shown where somebody can be asked. Where it is
 * something else than its asker was told, only whoever has seen that says yes to it. The act and the consent are one transaction.
 */
export async function consent(call: ActCall): Promise<Answer> {
  const { given, terminal } = call
  const database = { ...(await call.openDatabase()), isTrial: false }
  const number = readNumber(given.operand(ACT_NUMBER))
  const consents = await requireConsents()
  const found = await consents.find(database, number)
  if (!found.ok) throw refusalOf(found.refusal)
  const asked = await openAct(found.value, call, database)
  const told = await refusedWithEvent(database, asked, () =>
    forecast(asked.database, asked.command.act, asked.call, asked.waiting.subject),
  )
  await recordRead(database, { command: call.words, citizenId: asked.waiting.citizenId })
  const differing = differences(asked.waiting.told, told)
  const lines = [...inWords(asked.waiting), ...wouldHappen(told), ...differenceLines(differing)]
  if (given.flag('dry-run'))
    return {
      json: forecastJson(asked.waiting, told),
      lines: [...lines, 'Nothing was changed.'],
      told: forecastTold(told),
      tells: [askedFor(asked.waiting), ...forecastTells(told), ...differing],
    }
  if (!told.done.changed) return refuseConsent(database, asked.waiting, NOTHING)
  const ask = given.flag('yes') ? undefined : terminal.ask
  if (!ask && differing.length > 0) return refuseConsent(database, asked.waiting, CHANGED)
  if (ask) await requireYes(lines, { ...terminal, ask }, forecastTold(told))
  return finish(await refusedWithEvent(database, asked, () => doIt(consents, database, asked)), database.db)
}

/** A path is one of the machine on which it was typed. Whoever consents is on another one, and says where a file goes there. */
const PATH_OPTION = 'out'

const NO_PATH = {
  because: 'no-path',
  says: `Nothing was changed, because the act writes a file on this machine: say where, with --${PATH_OPTION} FILE.`,
}

async function openAct(waiting: WaitingAct, call: Call, database: ConsentsDatabase): Promise<Asked> {
  const command = ACTS_ON_CITIZENS.find(({ words }) => words === waiting.act)
  if (!command) return refuseConsent(database, waiting, OTHER_RELEASE)
  const path = call.given.text(PATH_OPTION)
  if (path === undefined && waiting.options[PATH_OPTION] !== undefined)
    return refuseConsent(database, waiting, NO_PATH)
  const { operator, reason } = waiting
  const by = { actor: 'operator', operator, reason, consentedBy: database.by.operator } as const
  const given: Given = {
    operand: (name) => (name === WHO ? waiting.subject : ''),
    flag: () => false,
    text: (name) => (name === PATH_OPTION ? path : waiting.options[name]),
    texts: () => [],
  }
  return { waiting, command, call: { ...call, words: command.words, given }, database: { ...database, by } }
}

/** The row of the act goes in the transaction in which it is done: of two consents at once, one does it. */
async function doIt(consents: Consents, by: ConsentsDatabase, asked: Asked): Promise<ActDone> {
  const { waiting, command, call, database } = asked
  const done = await database.db.transaction(async (db) => {
    const taken = await consents.take({ ...by, db }, waiting)
    if (!taken.ok) return taken
    const inTransaction = { ...database, db }
    const citizen = await command.act.find(inTransaction, waiting.subject)
    const ran = await command.act.run(inTransaction, citizen, call)
    // What somebody else has done meanwhile takes the consent back with its event.
    if (!ran.changed) throw new CommandRefused(NOTHING.says, NOTHING.because)
    return accepted(ran)
  })
  if (!done.ok) throw refusalOf(done.refusal)
  return done.value
}

async function refusedWithEvent<Value>(
  database: ConsentsDatabase,
  { waiting }: Asked,
  attempt: () => Promise<Value>,
): Promise<Value> {
  return attempt().catch(async (error: unknown) => {
    if (!(error instanceof CommandRefused)) throw error
    return refuseConsent(database, waiting, { because: error.because, says: error.message, said: error.said })
  })
}

function inWords(waiting: WaitingAct): readonly string[] {
  const { operator, askedAt, reason } = waiting
  return [`${operator} asked on ${plainTime(askedAt)} for: ${actInWords(waiting)}`, `The reason: ${reason}`]
}

function askedFor(waiting: WaitingAct): Said {
  const { act, subject, options, operator, askedAt: at, reason } = waiting
  const fact = { tells: 'asked', act, subject, options, operator, at, reason } as const
  return { says: inWords(waiting).join(' '), fact }
}

/** What the act would do that its asker was not told, and the other way round. */
function differences(before: readonly Told[], found: Forecast): readonly Said[] {
  const now = forecastTold(found)
  const saying =
    (tells: 'now-also' | 'no-longer', heading: string) =>
    (what: Told): Said => ({
      says: `${heading}: ${what.says}`,
      fact: { tells, what },
    })
  return [
    ...toldBeside(now, before).map(saying('now-also', 'now also')),
    ...toldBeside(before, now).map(saying('no-longer', 'no longer')),
  ]
}

const differenceLines = (differing: readonly Said[]): readonly string[] =>
  differing.length === 0
    ? []
    : ['This has changed since it was asked for:', ...differing.map(({ says }) => `  - ${says}`)]

/** The forecast of an act that waits, and what the acts answer that another operator can ask for. */
export async function consentAnswers(): Promise<Schema> {
  const loaded = await Promise.all(ACTS_ON_CITIZENS.map(({ answers }) => answers()))
  return { oneOf: [CONSENT_FORECAST, ...new Set(loaded)] }
}

const CONSENT_FORECAST = withMore('ConsentForecast', FORECAST, { number: { type: 'integer' } })

function forecastJson({ number }: WaitingAct, { done, effects, letters }: Forecast) {
  return { number, subject: done.citizen.subject, dry_run: true, changed: done.changed, effects, letters }
}
