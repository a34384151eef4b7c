import { recordRead } from '../audit-log/index.ts'
import type { OperatorRefusal } from '../citizens/index.ts'
import type {
  CitizenList,
  CitizenOrder,
  DoneFact,
  ListedValue,
  OrderAnswer,
  OrderWithOptions,
  RefusedOrder,
} from '../moments/index.ts'
import { listOf, objectSchema, orNull, type Schema, textSchema } from '../platform/operation.ts'
import type { Database } from '../platform/postgres/database.ts'
import { accepted, type Result } from '../platform/result.ts'
import type { OrderNeeds } from '../room-heads.ts'
import { changing, letterNeeds, REFUSALS, requireCitizen, withEvent } from './citizen.ts'
import {
  type ActsDatabase,
  type Answer,
  type Call,
  CommandRefused,
  type LookCall,
  type RunsOnCitizen,
  type RunsWithoutAccount,
  WHO,
} from './command.ts'
import { findLetterNames } from './letter-names.ts'
import { isoTime, plainTime, table } from './present.ts'
import { sayDone } from './say-done.ts'
import { spendForCitizen } from './spend-for-citizen.ts'

/** What an order with options of its own answers. */
export async function orderAnswer({
  verb,
  answers,
  otherwise,
}: OrderWithOptions<OrderNeeds>): Promise<Schema> {
  const subject = otherwise
    ? orNull(textSchema('The citizen; null where there is no account yet.'))
    : textSchema('The citizen.')
  return objectSchema(titleOf(verb, 'Done'), { subject, ...(await answers()) })
}

/** The list of what a room has of a citizen. */
export async function listAnswer({ noun, values }: CitizenList): Promise<Schema> {
  return listOf(objectSchema(titleOf(noun, 'Row'), await values()))
}

/** `send-way-back` is `SendWayBack`. */
function titleOf(words: string, what: string): string {
  const parts = words.split('-').map((part) => part.charAt(0).toUpperCase() + part.slice(1))
  return [...parts, what].join('')
}

/** Makes what the command of an order runs that a room lists. */
export function order({ useCase, fromConsole }: CitizenOrder): RunsOnCitizen {
  return async (database, citizen, call) =>
    changing({
      words: (await fromConsole.words()).en,
      useCase: async (_, request) => useCase(await letterNeeds(database, call), request),
    })(database, citizen, call)
}

/** The same of an order with options of its own. */
export function orderWithOptions(order: OrderWithOptions<OrderNeeds>): RunsOnCitizen {
  return async (database, citizen, call) => {
    const { given, terminal, words: act } = call
    const needs = await orderNeeds(database, call)
    const option = (name: string) => given.text(name) ?? ''
    const done = requireDone(await order.useCase(needs, citizen, { reason: database.by.reason, option }), act)
    const { then } = done
    const { subject } = citizen
    const answer = await orderDone(order, done, { act, subject, whom: `Citizen ${subject}` })
    const afterwards = async (db: Database) =>
      requireDone((await then?.(db, terminal.stopped())) ?? accepted(undefined), act)
    return { citizen, changed: true, answer, afterwards }
  }
}

/** The same where no account has what was given. */
export function orderWithoutAccount(
  order: OrderWithOptions<OrderNeeds>,
  otherwise: NonNullable<OrderWithOptions<OrderNeeds>['otherwise']>,
): RunsWithoutAccount {
  return async (database, operand, call) => {
    const { words: act } = call
    const done = requireDone(await otherwise(await orderNeeds(database, call), operand), act)
    return orderDone(order, done, { act, subject: null, whom: 'The address' })
  }
}

async function orderDone(
  { fromConsole }: Pick<OrderWithOptions, 'fromConsole'>,
  done: OrderAnswer,
  { act, subject, whom }: { readonly act: string; readonly subject: string | null; readonly whom: string },
): Promise<Answer> {
  const json = { subject, ...done.json }
  if ('said' in done) return { json, lines: [`${whom} ${done.said}.`] }
  const words = (await fromConsole?.words())?.en
  if (!words) throw new Error(`No words say what ${act} has done`)
  const { says = 'done' } = done
  const fact: Omit<DoneFact, 'tells'> = { act, says, ...done.done }
  const line = sayDone(words.says[says] ?? words.says.done, fact, {
    whom,
    ...(fact.letter !== undefined && { nameOf: await findLetterNames() }),
  })
  return { json, lines: [line.says], tells: [line] }
}

async function orderNeeds(database: ActsDatabase, call: Call): Promise<OrderNeeds> {
  const known = await letterNeeds(database, call)
  const { waitingNeeds, OF_ROOMS } = await import('../rooms.ts')
  const spends = spendForCitizen(database, call)
  return { ...known, ...waitingNeeds(known), ...spends, ownDataOfRooms: async () => OF_ROOMS }
}

function requireDone<Value>(done: Result<Value, OperatorRefusal | RefusedOrder>, act: string): Value {
  if (done.ok) return done.value
  const { refusal } = done
  if (typeof refusal === 'string') throw new CommandRefused(REFUSALS[refusal], refusal)
  const { says, because, count } = refusal
  throw new CommandRefused(says, because, { act, ...(count !== undefined && { count }) })
}

/** Lists what a room has of a citizen. */
export async function listOfCitizen(
  { none, columns, rows }: CitizenList,
  { words: command, given, openDatabase }: LookCall,
): Promise<Answer> {
  const database = await openDatabase()
  const { citizenId, subject } = await withEvent(database, { command }, () =>
    requireCitizen(database.db, given.operand(WHO)),
  )
  await recordRead(database, { command, citizenId })
  const found = await rows(database.db, citizenId)
  const json = found.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, forPrograms(value)])),
  )
  const cells = found.map((row) => Object.keys(columns).map((name) => forPeople(row[name])))
  const lines = found.length === 0 ? [`Citizen ${subject} ${none}.`] : table(Object.values(columns), cells)
  return { json, lines }
}

function forPrograms(value: ListedValue) {
  return typeof value === 'object' ? isoTime(value.at) : value
}

function forPeople(value: ListedValue | undefined): string {
  if (typeof value === 'object') return plainTime(value.at)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value ?? ''
}
