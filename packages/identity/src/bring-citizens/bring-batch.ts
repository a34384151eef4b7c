import { appendEvent, type OrderedByOperator } from '../audit/index.ts'
import { type Citizen, findSubjects, insertCitizen } from '../citizens/index.ts'
import { sealHash } from '../foreign-passwords/index.ts'
import type { Basics, Foundation } from '../platform/foundation.ts'
import { randomUuid } from '../platform/random.ts'
import { type Foreseen, findAccountsBySubject, findHolders } from './import-store.ts'
import type { BroughtCitizen } from './read-citizen.ts'

/** A citizen of the file, and what the file says. */
export interface BroughtLine {
  readonly line: number
  readonly fields: ReadonlyMap<string, unknown>
  readonly citizen: BroughtCitizen
}

/** What became of a line. `there`: the account is there already, from this file or another way. Otherwise why it was not brought. */
export type Outcome = 'brought' | 'there' | { readonly says: string }

/** The database, the secret key that seals hashes, and who brings. */
export type BringNeeds = Basics & OrderedByOperator & Pick<Foundation, 'keyring'>

/**
 * Brings citizens in one transaction, each with its event, and says of each line what became of it. A line whose subject an account has, or
 * whose address an account of this subject has, is there already: so a file may be brought again after it was broken off. So is a second
 * line of a citizen, in this batch as in a later one. With `foreseen` it only says what would become of each, and remembers it there.
 */
export async function bringBatch(
  needs: BringNeeds,
  lines: readonly BroughtLine[],
  foreseen: Foreseen | undefined,
): Promise<ReadonlyMap<number, Outcome>> {
  const outcomes = new Map<number, Outcome>()
  await needs.db.transaction(async (db) => {
    const earlier = new Set(await foreseen?.find(lines.flatMap(keysOf)))
    const fresh = await withoutKnown({ ...needs, db, earlier }, lines, outcomes)
    if (!foreseen) return store({ ...needs, db }, fresh, outcomes)
    await foreseen.add(fresh.flatMap(keysOf))
    for (const { line } of fresh) outcomes.set(line, 'brought')
  })
  return outcomes
}

/** What decides whether a line is of the same citizen. */
export function keysOf({ citizen: { email, subject } }: BroughtLine): readonly string[] {
  return subject === undefined ? [email] : [email, subject]
}

/** Those that no account is for yet, and no line before. `earlier` are the keys of lines of other batches. */
async function withoutKnown(
  { db, clock, earlier }: BringNeeds & { readonly earlier: ReadonlySet<string> },
  lines: readonly BroughtLine[],
  outcomes: Map<number, Outcome>,
): Promise<readonly BroughtLine[]> {
  const subjects = lines.flatMap(({ citizen }) => citizen.subject ?? [])
  const emails = lines.map(({ citizen }) => citizen.email)
  const accounts = await findAccountsBySubject(db, subjects)
  const bySubject = new Set([...earlier, ...accounts.map(({ subject }) => subject)])
  const holders = await findHolders(db, emails, clock.now())
  const subjectOf = await findSubjects(
    db,
    holders.map(({ citizenId }) => citizenId),
  )
  const byEmail = new Map([
    ...[...earlier].map((email) => [email, undefined] as const),
    ...holders.map(
      ({ email, citizenId, isReserved }) =>
        [email, isReserved ? RESERVED : subjectOf.get(citizenId)] as const,
    ),
  ])
  return lines.filter(({ line, citizen }) => {
    const outcome = outcomeOf(citizen, bySubject, byEmail)
    if (outcome) {
      outcomes.set(line, outcome)
      return false
    }
    if (citizen.subject !== undefined) bySubject.add(citizen.subject)
    byEmail.set(citizen.email, citizen.subject)
    return true
  })
}

/** Stands for the subject of whoever an address is only reserved for. */
const RESERVED = 'reserved'

function outcomeOf(
  { subject, email }: BroughtCitizen,
  bySubject: ReadonlySet<string>,
  byEmail: ReadonlyMap<string, string | undefined>,
): Outcome | undefined {
  if (subject !== undefined && bySubject.has(subject)) return 'there'
  if (!byEmail.has(email)) return undefined
  if (byEmail.get(email) === RESERVED) return { says: 'has an address that is reserved for another account' }
  return subject === undefined ? 'there' : { says: 'has the address of an account with another subject' }
}

/** Stores them one after the other; no statement waits for the answer of the one before. */
async function store(
  needs: BringNeeds,
  lines: readonly BroughtLine[],
  outcomes: Map<number, Outcome>,
): Promise<void> {
  const now = needs.clock.now()
  await Promise.all(
    lines.map(async ({ line, citizen }) => {
      const account = accountOf(needs, citizen)
      if (!(await insertCitizen(needs.db, account, now, citizen.suspension)))
        return outcomes.set(line, { says: 'has an address that somebody has taken meanwhile' })
      const { citizenId } = account
      const details = { verified: citizen.emailVerified, password: passwordOf(citizen) }
      await appendEvent(needs, { name: 'citizen-brought', origin: needs.by, citizenId, details })
      return outcomes.set(line, 'brought')
    }),
  )
}

function passwordOf({ hash, isWeak }: BroughtCitizen): string {
  if (hash !== '') return 'kept'
  return isWeak ? 'too-weak' : 'none'
}

function accountOf({ keyring, random }: BringNeeds, brought: BroughtCitizen): Citizen {
  const { email, emailVerified, fullName, phoneNumber, language, standing, createdAt } = brought
  const citizenId = randomUuid(random)
  return {
    ...{ citizenId, email, emailVerified, fullName, phoneNumber, language, standing, createdAt },
    subject: brought.subject ?? randomUuid(random),
    securityVersion: 1,
    passwordHash: brought.hash === '' ? '' : sealHash(keyring, citizenId, brought.hash),
  }
}

/** So many lines are brought in one transaction. */
export const BATCH_LINES = 1_000
