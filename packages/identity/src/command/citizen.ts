import { type OperatorRead, recordRead, recordRefused } from '../audit-log/index.ts'
import {
  type ChangeCitizen,
  CITIZEN_WORDS,
  type Citizen,
  causeInWords,
  findForOperator,
  findSuspender,
  type OperatorRefusal,
  readCause,
  reinstateCitizen,
  requireVerification,
  SUSPENSION_CAUSES,
  type Suspension,
  type SuspensionCause,
  signOutCitizen,
  standingNow,
  suspendCitizen,
} from '../citizens/index.ts'
import type { ChangeWords, Said } from '../moments/index.ts'
import { openKeyring } from '../open-database.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import {
  booleanSchema,
  countSchema,
  instantSchema,
  objectSchema,
  oneWordOf,
  orNull,
  textSchema,
  withMore,
} from '../platform/operation.ts'
import type { Database } from '../platform/postgres/database.ts'
import { databaseNow } from '../platform/postgres/database-clock.ts'
import { requireReadableKeys, UnreadableSigningKey } from '../signing-keys/index.ts'
import {
  type ActsDatabase,
  type Answer,
  type Call,
  CommandRefused,
  type LookCall,
  type RunsOnCitizen,
  UsageFault,
  WHO,
} from './command.ts'
import { readUntil } from './durations.ts'
import { facts, isoTime, plainTime } from './present.ts'
import { sayDone } from './say-done.ts'

const { acts } = CITIZEN_WORDS.en

/** What an operator reads about a refused change. */
export const REFUSALS: Readonly<Record<OperatorRefusal, string>> = {
  'unknown-citizen':
    'There is no citizen with this address or subject. Where an account had this address before, give its subject: portico citizen why ADDRESS names it.',
  'account-closed': 'This account is closed for good and cannot be changed.',
  'bad-reason': 'The reason must be one line of 1 to 500 characters.',
}

/** The stored data of a citizen. */
const CITIZEN = objectSchema<ReturnType<typeof citizenJson>>('Citizen', {
  subject: textSchema('The subject that programs know.'),
  email: textSchema('The address; empty where the account is closed.'),
  email_verified: booleanSchema('Whether the citizen has proved to read its mail.'),
  name: textSchema('The full name; empty where the account is closed.'),
  phone_number: textSchema('The number; empty where there is none.'),
  standing: oneWordOf<Citizen['standing']>({ active: '', suspended: '', closed: 'for good' }),
  suspension: orNull(
    objectSchema('Suspension', {
      since: instantSchema('Since when.'),
      until: orNull(instantSchema('When it ends by itself; null where somebody has to end it.')),
      cause: textSchema('One of the causes of `portico citizen suspend`.'),
    }),
  ),
  security_version: countSchema('It grows whenever all access ends.'),
  created_at: instantSchema('When the account was made.'),
})

/** A citizen as the command shows one. */
export const SHOWN_CITIZEN = withMore('ShownCitizen', CITIZEN, {
  suspended_by: orNull(
    textSchema(
      'The operator who suspended the account; null where it is not suspended, or the audit does not have it any more.',
    ),
  ),
})

/** A citizen after an act. */
export const CHANGED_CITIZEN = withMore('ChangedCitizen', CITIZEN, {
  changed: booleanSchema('False where everything was so before.'),
})

/** Shows the stored data of a citizen. */
export async function citizenShow({ words: command, given, openDatabase }: LookCall): Promise<Answer> {
  const database = await openDatabase()
  const citizen = await withEvent(database, { command }, () =>
    requireCitizen(database.db, given.operand(WHO)),
  )
  await recordRead(database, { command, citizenId: citizen.citizenId })
  const now = await standingNow(database, citizen)
  const by =
    now.standing === 'suspended' ? await findSuspender(database.db, citizen.citizenId, now.suspension) : null
  return {
    json: { ...citizenJson(citizen, now), suspended_by: by },
    lines: citizenLines(citizen, now, by),
  }
}

/** Suspends a citizen, for a cause of the list and perhaps until a time. `30d` counts by the clock of the database, which ends the suspension, too. */
export const SUSPEND: RunsOnCitizen = async (database, citizen, call) => {
  const named = call.given.text('cause')
  const cause = named === undefined ? undefined : requireCause(named)
  const given = call.given.text('until')
  const since = await databaseNow(database.db)
  const endsAt = given === undefined ? undefined : readUntil('--until', given, since)
  return changing({
    useCase: (needs, request) => suspendCitizen({ ...needs, cause, since, endsAt }, request),
    words: acts.suspend,
    ...(endsAt !== undefined && { until: endsAt }),
  })(database, citizen, call)
}

function requireCause(given: string): SuspensionCause {
  const cause = readCause(given)
  if (cause) return cause
  throw new UsageFault(`--cause must be one of: ${Object.keys(SUSPENSION_CAUSES).join(', ')}.`, 'bad-cause')
}

/** Reinstates a suspended citizen. */
export const REINSTATE = changing({
  useCase: reinstateCitizen,
  words: acts.reinstate,
})

/** Makes a citizen verify the address again. */
export const REQUIRE_VERIFICATION = changing({
  useCase: requireVerification,
  words: acts.requireVerification,
})

/** Ends all access of a citizen. */
export const SIGN_OUT = changing({
  useCase: signOutCitizen,
  words: acts.signOut,
})

/** Does something for an operator. Where it is refused, that is in the audit: also that nobody has an address says something. */
export async function withEvent<Value>(
  database: Parameters<typeof recordRefused>[0],
  what: OperatorRead,
  attempt: () => Promise<Value>,
): Promise<Value> {
  return attempt().catch(async (error: unknown) => {
    if (error instanceof CommandRefused) await recordRefused(database, { ...what, because: error.because })
    throw error
  })
}

/** Finds a citizen. Throws CommandRefused where there is none. */
export async function requireCitizen(db: Database, emailOrSubject: string): Promise<Citizen> {
  const citizen = await findForOperator(db, emailOrSubject)
  if (!citizen) throw new CommandRefused(REFUSALS['unknown-citizen'], 'unknown-citizen')
  return citizen
}

/** What an operator's order needs, which writes letters. Throws CommandRefused where the service could not open the letter. */
export async function letterNeeds(database: Omit<ActsDatabase, 'isTrial'>, { config }: Pick<Call, 'config'>) {
  const settings = config()
  const { baseUrl, serviceName, timeZone, addressChangeWaitDays, lostAppWaitDays, investigationDays } =
    settings
  const needs = { ...database, keyring: await openKeyring(settings, database) }
  await requireServiceKey(needs)
  const days = { addressChangeWaitDays, lostAppWaitDays, investigationDays }
  return { ...needs, baseUrl, serviceName, timeZone, ...days }
}

/** Throws CommandRefused where this is not the secret key of the service: it could not open what is sealed. */
export async function requireServiceKey(needs: Parameters<typeof requireReadableKeys>[0]): Promise<void> {
  await requireReadableKeys(needs).catch(refuseKey)
}

function refuseKey(error: unknown): never {
  if (!(error instanceof UnreadableSigningKey)) throw error
  throw new CommandRefused(
    'Nothing was changed, because this is not the secret key of the service, which could not open what is sealed for it: set PORTICO_SECRET_KEY (or the secret-key file in PORTICO_DATA_DIR) as for the service.',
  )
}

/** A change of a citizen, and the words about it. */
export interface Change {
  readonly useCase: (
    database: ActsDatabase,
    request: Parameters<ChangeCitizen>[1],
  ) => ReturnType<ChangeCitizen>
  readonly words: ChangeWords
  /** When what it does ends by itself. */
  readonly until?: UnixSeconds
}

/** Makes what the command of a change of a citizen runs. */
export function changing({ useCase, words, until }: Change): RunsOnCitizen {
  return async (database, citizen, { words: act }) => {
    const { subject, citizenId } = citizen
    const outcome = await useCase(database, { emailOrSubject: subject, reason: database.by.reason })
    if (!outcome.ok) throw new CommandRefused(REFUSALS[outcome.refusal], outcome.refusal)
    const changed = outcome.value.outcome === 'changed'
    // An act that changes nothing still shows the citizen.
    if (!changed) await recordRead(database, { command: act, citizenId })
    const after = await requireCitizen(database.db, subject)
    const json = { ...citizenJson(after, await standingNow(database, after)), changed }
    const line = sayChange(words, { act, changed, until }, subject)
    return { citizen, changed, answer: { json, lines: [line.says], tells: [line] } }
  }
}

function sayChange(
  { says }: ChangeWords,
  { act, changed, until }: { act: string; changed: boolean; until: UnixSeconds | undefined },
  subject: string,
): Said {
  const whom = `Citizen ${subject}`
  if (!changed) return sayDone(says.already, { act, says: 'already' }, { whom })
  if (until === undefined || !says.until) return sayDone(says.done, { act, says: 'done' }, { whom })
  return sayDone(says.until, { act, says: 'until', at: until }, { whom })
}

type StandingNow = Awaited<ReturnType<typeof standingNow>>

function citizenJson(citizen: Citizen, { standing, suspension }: StandingNow) {
  return {
    subject: citizen.subject,
    email: citizen.email,
    email_verified: citizen.emailVerified,
    name: citizen.fullName,
    phone_number: citizen.phoneNumber,
    standing,
    suspension: suspension
      ? { since: isoTime(suspension.since), until: isoTime(suspension.endsAt), cause: suspension.cause }
      : null,
    security_version: citizen.securityVersion,
    created_at: isoTime(citizen.createdAt),
  }
}

function citizenLines(
  citizen: Citizen,
  { standing, suspension }: StandingNow,
  suspendedBy: string | null,
): readonly string[] {
  const person: readonly (readonly [string, string])[] =
    standing === 'closed'
      ? []
      : [
          ['E-mail', `${citizen.email} (${citizen.emailVerified ? 'verified' : 'not verified'})`],
          ['Name', citizen.fullName],
          ['Phone', citizen.phoneNumber || '-'],
        ]
  return facts([
    ['Subject', citizen.subject],
    ...person,
    ['Standing', standing],
    ...(suspension ? suspensionFacts(suspension) : []),
    ...(suspendedBy === null ? [] : [['  by', suspendedBy] as const]),
    ['Security version', String(citizen.securityVersion)],
    ['Created', plainTime(citizen.createdAt)],
  ])
}

function suspensionFacts({ since, endsAt, cause }: Suspension): readonly (readonly [string, string])[] {
  return [
    ['  since', plainTime(since)],
    ['  until', plainTime(endsAt, 'somebody reinstates it')],
    ['  cause', `${cause}: ${causeInWords(cause)}`],
  ]
}
