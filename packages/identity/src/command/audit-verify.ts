import { type AuditDay, dayOf, readDay } from '../audit/index.ts'
import { recordRead } from '../audit-log/index.ts'
import { BEFORE_ALL, type Break, findClosings, type Verified, verifyAudit } from '../audit-seals/index.ts'
import { openKeyring } from '../open-database.ts'
import { plusSeconds } from '../platform/clock.ts'
import { counted } from '../platform/counted.ts'
import {
  booleanSchema,
  countSchema,
  listOf,
  objectSchema,
  orNull,
  textSchema,
} from '../platform/operation.ts'
import type { Database } from '../platform/postgres/database.ts'
import { requireServiceKey } from './citizen.ts'
import { type Answer, type Call, CommandRefused, type Given, type LookCall, UsageFault } from './command.ts'
import { table } from './present.ts'

const HASH = /^[0-9a-f]{64}$/
const SHOWN_DAYS_SECONDS = 30 * 24 * 60 * 60

const SAYS: Readonly<Record<Break['what'], string>> = {
  'event-changed': 'an event of this seal was changed',
  'event-removed': 'an event of this seal was removed',
  'event-added': 'an event was added later, past the seals',
  'event-misdated':
    'an event says another time than that of its writing: somebody wrote it later, or a clock was wrong by more than an hour',
  'seal-changed': 'this seal, or its place in the chain, was changed',
  'seal-removed': 'this seal was removed',
  'seal-forged':
    'no key of PORTICO_SECRET_KEY has signed this seal: somebody without the secret key made it, or its key is no longer set',
  'seal-unknown':
    'no seal has the hash of --seal: it was mistyped, the chain was made again, or the database went back to an earlier moment',
  'not-sealed':
    'events are not sealed for more than an hour: the service does not run, or the last seals were removed',
}

/** What a comparison has found. */
export const VERIFICATION = objectSchema<ReturnType<typeof jsonOf>>('Verification', {
  whole: booleanSchema('Whether everything was compared, and nothing was changed.'),
  stopped: booleanSchema('Whether it was stopped before the end.'),
  seals: countSchema('Seals that were compared.'),
  events: countSchema('Events that were compared.'),
  last_seal: countSchema('The number of the last seal.'),
  last_hash: textSchema('Its hash, in hexadecimal digits.'),
  given_seal: orNull(
    objectSchema('GivenSeal', {
      seal: countSchema('The number of the seal that has the hash of --seal.'),
      day: textSchema('The day (UTC) on which it was made.'),
    }),
  ),
  sealing_older_events: booleanSchema('Whether events from before the first seal are still being sealed.'),
  breaks: listOf(
    objectSchema('Break', {
      seal: countSchema('The number of the seal.'),
      day: textSchema('Its day (UTC).'),
      what: { type: 'string', enum: Object.keys(SAYS) },
      event_id: orNull(textSchema('One of the events, where that is known.')),
    }),
  ),
})

/** The last seal of each day. */
export const DAY_SEALS = listOf(
  objectSchema('DaySeal', {
    day: textSchema('The day (UTC).'),
    seal: countSchema('The number of the seal.'),
    hash: textSchema('Its hash, in hexadecimal digits.'),
    is_over: booleanSchema('False for today: more seals will follow.'),
  }),
)

/** Compares the audit with its seals. */
export async function auditVerify({
  words,
  given,
  config,
  openDatabase,
  terminal,
}: LookCall): Promise<Answer> {
  const order = { ...readDays(given), hash: readHash(given) }
  const database = await openDatabase()
  await refuseSeveralServers(database.db)
  await recordRead(database, { command: words })
  const keyring = await openKeyring(config(), database)
  await requireServiceKey({ ...database, keyring })
  const progress = (line: string) => terminal.err(line)
  const found = await verifyAudit({ ...database, keyring, progress, stopped: terminal.stopped() }, order)
  if (!found)
    throw new CommandRefused('Nothing is sealed yet: the service seals the audit each minute while it runs.')
  return { json: jsonOf(found), lines: linesOf(found), exitCode: isWhole(found) ? 0 : 1 }
}

/** Shows the last seal of each day. */
export async function auditSeals({ given, openDatabase }: Call): Promise<Answer> {
  const { from, to } = readDays(given)
  const { db, clock } = await openDatabase()
  await refuseSeveralServers(db)
  const now = clock.now()
  const begin = from ?? dayOf(plusSeconds(now, -SHOWN_DAYS_SECONDS))
  const days = await findClosings(db, begin.beginsAt, (to ?? dayOf(now)).endsAt)
  const today = dayOf(now).name
  const rows = days.map(({ day, number, hash }) => ({
    day,
    seal: number,
    hash: hash.toString('hex'),
    is_over: day < today,
  }))
  const cells = rows.map(({ day, seal, hash, is_over }) => [
    is_over ? day : `${day} (not over)`,
    String(seal),
    hash,
  ])
  return {
    json: rows,
    lines: rows.length === 0 ? ['Nothing was sealed.'] : table(['DAY', 'SEAL', 'HASH'], cells),
  }
}

async function refuseSeveralServers(db: Database): Promise<void> {
  if ((await db.layout()) === 'distributed')
    throw new CommandRefused(
      'The audit of a distributed database is not sealed: each of its servers numbers its own transactions (docs/citus.md).',
    )
}

function readDays(given: Given): { readonly from: AuditDay | undefined; readonly to: AuditDay | undefined } {
  const [from, to] = [readOneDay(given, 'from'), readOneDay(given, 'to')]
  if (from && to && to.beginsAt < from.beginsAt) throw new UsageFault('--to must not be before --from.')
  return { from, to }
}

function readOneDay(given: Given, option: 'from' | 'to'): AuditDay | undefined {
  const name = given.text(option)
  const day = name === undefined ? undefined : readDay(name)
  if (name !== undefined && !day) throw new UsageFault(`--${option} '${name}' is no day: write 2026-03-01.`)
  return day
}

function readHash(given: Given): Buffer | undefined {
  const hash = given.text('seal')?.trim().toLowerCase()
  if (hash !== undefined && !HASH.test(hash))
    throw new UsageFault('--seal is no hash of a seal: it has 64 hexadecimal digits (portico audit seals).')
  return hash === undefined ? undefined : Buffer.from(hash, 'hex')
}

function isWhole({ breaks, isStopped }: Verified): boolean {
  return breaks.length === 0 && !isStopped
}

function jsonOf(verified: Verified) {
  const { breaks, head, known, seals, events, isStopped } = verified
  return {
    whole: isWhole(verified),
    stopped: isStopped,
    ...{ seals, events, last_seal: head.number, last_hash: head.hash.toString('hex') },
    given_seal: known ? { seal: known.number, day: known.day } : null,
    sealing_older_events: head.walkedAt !== null,
    breaks: breaks.map(({ seal, day, what, eventId }) => ({ seal, day, what, event_id: eventId ?? null })),
  }
}

function linesOf(verified: Verified): readonly string[] {
  const { breaks, head, known, seals, events, isStopped } = verified
  const looked = `${counted(seals, 'seal')} and ${counted(events, 'event')} are compared. The last seal is ${head.number}: ${head.hash.toString('hex')}`
  const walk =
    head.walkedAt === null
      ? []
      : [`Events from before the first seal are still being sealed${upTo(head.walkedAt)}.`]
  const given = known ? [`The seal of ${known.day} (number ${known.number}) has the hash of --seal.`] : []
  const stopped = isStopped ? ['Stopped before the end: the rest is not compared.'] : []
  // Which hash was kept elsewhere is at no place of the chain.
  const unknown = breaks.filter(({ what }) => what === 'seal-unknown')
  const [first, ...others] = breaks.filter(({ what }) => what !== 'seal-unknown')
  const broken = [
    ...unknown.map(({ what }) => `The audit does not fit: ${SAYS[what]}.`),
    ...(first ? [`The audit is broken, first ${sayBreak(first)}`] : []),
    ...others.map((one) => `Also ${sayBreak(one)}`),
  ]
  if (broken.length === 0)
    return [looked, ...walk, ...given, ...stopped, ...(isStopped ? [] : ['The audit is whole.'])]
  return [...broken, ...[looked, ...walk, ...given, ...stopped], 'What to do: docs/runbooks/audit.md']
}

/** Nothing before the first of them is sealed. */
function upTo(walkedAt: string): string {
  return walkedAt === BEFORE_ALL ? '' : `, up to ${walkedAt}`
}

function sayBreak({ seal, day, what, eventId }: Break): string {
  return `at seal ${seal}, day ${day}: ${SAYS[what]}${eventId === undefined ? '' : ` (${eventId})`}.`
}
