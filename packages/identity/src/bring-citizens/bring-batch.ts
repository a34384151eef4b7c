import { appendEvent, type OrderedByOperator } from '../audit/index.ts'
import { type Citizen, findSubjects, insertCitizen } from '../citizens/index.ts'
import { sealHash } from '../foreign-passwords/index.ts'
import type { Basics, Foundation } from '../platform/foundation.ts'
import { preferIndexes } from '../platform/postgres/prefer-indexes.ts'
import { randomUuid } from '../platform/random.ts'
import { findAccountsBySubject, findHolders } from './import-store.ts'
import type { BroughtCitizen } from './read-citizen.ts'
import type { RecordPlace } from './record.ts'

/** A citizen of the file, and what the file says. */
export interface BroughtLine extends RecordPlace {
  readonly fields: ReadonlyMap<string, unknown>
  readonly citizen: BroughtCitizen
}

/** What became of a line. `there`: the account is there already. Otherwise why it was not brought. */
export type Outcome = 'brought' | 'there' | { readonly says: string }

/** The database, the secret key that seals hashes, and who brings. */
export type BringNeeds = Basics & OrderedByOperator & Pick<Foundation, 'keyring'>

/**
 * Brings citizens in one transaction, each with its event, and says of each line what became of it. A line whose subject an account has, or
 * whose address an account of this subject has, is there already: so a file may be brought again after it was broken off. No two lines have an address or a subject in common. A dry run
 * only says what would become of each.
 */
export async function bringBatch(
  needs: BringNeeds,
  lines: readonly BroughtLine[],
  mode: 'dry-run' | 'real',
): Promise<ReadonlyMap<BroughtLine, Outcome>> {
  // Several records may stand in one line of the file.
  const outcomes = new Map<BroughtLine, Outcome>()
  await needs.db.transaction(async (db) => {
    await preferIndexes(db)
    const fresh = await withoutKnown({ ...needs, db }, lines, outcomes)
    if (mode === 'real') return store({ ...needs, db }, fresh, outcomes)
    for (const one of fresh) outcomes.set(one, 'brought')
  })
  return outcomes
}

/** Those that no account is for yet. */
async function withoutKnown(
  { db, clock }: BringNeeds,
  lines: readonly BroughtLine[],
  outcomes: Map<BroughtLine, Outcome>,
): Promise<readonly BroughtLine[]> {
  const subjects = lines.flatMap(({ citizen }) => citizen.subject ?? [])
  const emails = lines.map(({ citizen }) => citizen.email)
  const accounts = await findAccountsBySubject(db, subjects)
  const bySubject = new Set(accounts.map(({ subject }) => subject))
  const holders = await findHolders(db, emails, clock.now())
  const subjectOf = await findSubjects(
    db,
    holders.map(({ citizenId }) => citizenId),
  )
  const byEmail = new Map(
    holders.map(
      ({ email, citizenId, isReserved }) =>
        [email, isReserved ? RESERVED : subjectOf.get(citizenId)] as const,
    ),
  )
  return lines.filter((one) => {
    const outcome = outcomeOf(one.citizen, bySubject, byEmail)
    if (outcome) outcomes.set(one, outcome)
    return outcome === undefined
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
  outcomes: Map<BroughtLine, Outcome>,
): Promise<void> {
  const now = needs.clock.now()
  await Promise.all(
    lines.map(async (one) => {
      const { citizen } = one
      const account = accountOf(needs, citizen)
      if (!(await insertCitizen(needs.db, account, now, citizen.suspension)))
        return outcomes.set(one, { says: 'has an address that somebody has taken meanwhile' })
      const { citizenId } = account
      const details = { verified: citizen.emailVerified, password: passwordOf(citizen) }
      await appendEvent(needs, { name: 'citizen-brought', origin: needs.by, citizenId, details })
      return outcomes.set(one, 'brought')
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
