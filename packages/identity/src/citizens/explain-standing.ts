import type { UnixSeconds } from '../platform/clock.ts'
import { partOf } from '../platform/languages.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'
import {
  type ExplainNeeds,
  type Explains,
  type Finding,
  findingsOf,
  type Reader,
  type Said,
} from '../platform/room/explains.ts'
import type { Citizen } from './citizen.ts'
import { findCitizenOf } from './find-citizen-of.ts'
import { STANDING_FINDINGS } from './findings.ts'
import { standingNow } from './suspension.ts'
import type { Suspension } from './suspension-cause.ts'
import type { CitizenWords } from './words/en.ts'
import { CITIZEN_WORDS } from './words/index.ts'

const finding = findingsOf(
  STANDING_FINDINGS,
  partOf(CITIZEN_WORDS, ({ findings }) => findings),
)

/** Tells a supporter whether the account may be used at all. */
export const explainStanding: Explains = async (needs, caller) => {
  const citizen = await findCitizenOf(needs, caller)
  if (!citizen) return []
  const { standing, suspension } = await standingNow(needs, citizen)
  if (standing === 'closed') return [await explainClosed(needs, citizen)]
  if (standing === 'suspended') return [await explainSuspended(needs, citizen, suspension)]
  return [
    ...(citizen.emailVerified ? [] : [await explainUnverified(needs, citizen)]),
    ...(citizen.passwordHash === '' ? [await explainNoPassword(needs, citizen)] : []),
  ]
}

async function explainClosed({ db }: ExplainNeeds, { citizenId }: Citizen): Promise<Finding> {
  const closed = await findLatest(db, citizenId, 'citizen-closed')
  return finding('account-closed', (words, { when }) => ({
    found: [closed ? words.closedOn(when(closed.at)) : words.closed, words.erased],
    tell: [words.tell],
  }))
}

async function explainSuspended(
  { db }: ExplainNeeds,
  { citizenId, subject }: Citizen,
  suspension: Suspension | undefined,
): Promise<Finding> {
  const suspended = await findLatest(db, citizenId, 'citizen-suspended')
  const brought = suspended ? undefined : await findLatest(db, citizenId, 'citizen-brought')
  const { since, endsAt = null, cause = 'other' } = suspension ?? {}
  return finding('account-suspended', (words, reader) => {
    const { when } = reader
    const lasts = endsAt === null ? words.lasts : words.ends(when(endsAt))
    const [begins, reason] = brought
      ? sayBrought(words, reader, { at: brought.at, since })
      : saySuspended(words, reader, {
          at: since ?? suspended?.at,
          reason: suspended?.reason,
          operator: suspended && suspenderIn(suspended, since),
        })
    return {
      found: [...begins, lasts, ...sayCause(words, reader, cause), ...reason],
      mayDo: [
        {
          command: `portico citizen reinstate ${subject} --reason TEXT`,
          says: endsAt === null ? words.mayDo : words.mayDoEarlier,
        },
      ],
      tell:
        endsAt === null
          ? [words.tell, words.password]
          : [words.tellUntil(when(endsAt)), words.password, words.afterwards],
    }
  })
}

function sayCause({ causes, unknownCause }: SuspendedWords, { exact }: Reader, cause: string): Said {
  return cause === 'other' ? [] : [new Map(Object.entries(causes)).get(cause) ?? unknownCause(exact(cause))]
}

type SuspendedWords = CitizenWords['findings']['account-suspended']

function saySuspended(
  words: SuspendedWords,
  { when, name, reason: typed }: Reader,
  { at, reason, operator }: { readonly [Name in keyof Latest]: Latest[Name] | undefined },
): readonly [begins: Said, reason: Said] {
  return [
    [
      at === undefined ? words.suspended : words.suspendedOn(when(at)),
      ...(operator ? [words.by(name(operator))] : []),
    ],
    [reason ? words.reason(typed(reason)) : words.noReason],
  ]
}

/** Another system has suspended it, and nobody here knows why. */
function sayBrought(
  words: SuspendedWords,
  { when }: Reader,
  { at, since }: { readonly at: UnixSeconds; readonly since: UnixSeconds | undefined },
): readonly [begins: Said, reason: Said] {
  const there = since === undefined ? [] : [words.suspendedThere(when(since))]
  return [[words.broughtSuspended(when(at)), ...there], []]
}

async function explainUnverified({ db }: ExplainNeeds, { citizenId }: Citizen): Promise<Finding> {
  const required = await findLatest(db, citizenId, 'citizen-verification-required')
  const reason = required?.reason
  return finding('address-not-verified', (words, { when, reason: typed }) => ({
    found: [
      required ? words.since(when(required.at)) : words.unverified,
      words.untilThen,
      ...(reason ? [words.reason(typed(reason))] : []),
    ],
    tell: [words.signIn, words.notThere, words.orRecover, words.lostMailbox],
  }))
}

async function explainNoPassword({ db }: ExplainNeeds, { citizenId }: Citizen): Promise<Finding> {
  const ended = await findPasswordEnd(db, citizenId)
  return finding('no-password', (words, { when }) => ({
    found: [words.found, ended ? words[ended.how](when(ended.at)) : words.unknown],
    tell: [words.tell],
  }))
}

interface PasswordEnd {
  readonly at: UnixSeconds
  readonly how: 'wasNotMe' | 'givenBack' | 'brought'
}

/** The latest event that left an account without a password. */
function findPasswordEnd(db: Database, citizenId: string): Promise<PasswordEnd | undefined> {
  return firstRow(db.query<PasswordEnd>`
    select extract(epoch from at)::bigint as at,
           case when name = 'citizen-brought' then 'brought'
                when details ->> 'cause' = 'was-not-me' then 'wasNotMe' else 'givenBack' end as how
      from audit_events
     where citizen_id = ${citizenId}
       and (name = 'citizen-brought' or (name = 'citizen-signed-out' and details ->> 'cause' in ('was-not-me', 'address-given-back')))
     order by audit_events.at desc limit 1`)
}

interface Latest {
  readonly at: UnixSeconds
  readonly reason: string | null
  readonly operator: string | null
}

/** The operator who began a suspension, where the audit still has it, and nobody has made it longer since. */
export async function findSuspender(
  db: Database,
  citizenId: string,
  suspension: Pick<Suspension, 'since'> | undefined,
): Promise<string | null> {
  const suspended = await findLatest(db, citizenId, 'citizen-suspended')
  return suspended ? (suspenderIn(suspended, suspension?.since) ?? null) : null
}

/** An event of another time made the suspension longer. An instant of the audit is rounded to a second. */
function suspenderIn({ at, operator }: Latest, since = at): string | null {
  return Math.abs(at - since) <= 1 ? operator : null
}

/** The latest event of this name about a citizen. An operator's reason stands in it. */
function findLatest(db: Database, citizenId: string, name: string): Promise<Latest | undefined> {
  return firstRow(db.query<Latest>`
    select extract(epoch from at)::bigint as at, details ->> 'reason' as reason, operator from audit_events
     where citizen_id = ${citizenId} and name = ${name} order by audit_events.at desc limit 1`)
}
