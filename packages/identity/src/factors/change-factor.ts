import type { SignedIn } from '../access/index.ts'
import { type AuditEvent, appendEvent, type ByOperator } from '../audit/index.ts'
import { findCitizen, operatorChange, readLabel } from '../citizens/index.ts'
import { type LetterNeeds, type News, type NewsFacts, postNews } from '../mail/index.ts'
import { actSignedIn } from '../moments/index.ts'
import type { Database } from '../platform/postgres/database.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { Wait } from '../platform/room/limit.ts'
import type { LimitKind } from '../rate-limits/index.ts'
import { type ChangeOrigin, type ChangeProofsNeeds, lacksCode } from '../sign-in/index.ts'

/** How a change of one key is told: to the audit, and to its citizen. */
export interface ToldChange {
  readonly event: AuditEvent['name']
  readonly letter: News<NewsFacts>
}

/** One key, as the page has it. */
export interface ChosenKey extends ChangeOrigin {
  readonly id: string
}

/** A key that gets another name. */
export interface Renaming extends ChosenKey {
  readonly name: string
}

/** Why nothing was changed. `not-recent`: the citizen must first prove again who they are. */
export type ChangeRefusal = 'not-recent' | 'signed-out'

/** Why nothing was renamed. */
export type RenameRefusal = ChangeRefusal | 'bad-name' | Wait

/** Changes the rows of a key, and returns what the event says besides. Nothing where there is nothing to change. */
export type ChangesKey = (tx: Database, citizenId: string) => Promise<AuditEvent['details'] | undefined>

/**
 * Changes one key of a signed-in citizen, in one transaction with its event and its letter. Where the key is gone already, nothing
 * happens. Sessions that it began stay.
 */
export function changeFactor(
  needs: ChangeProofsNeeds,
  signedIn: SignedIn,
  { origin, event: name, letter }: ChangeOrigin & ToldChange,
  change: ChangesKey,
): Promise<Result<void, ChangeRefusal>> {
  return actSignedIn(needs, signedIn, async (inTransaction, { citizen, session }) => {
    const { db } = inTransaction
    if (await lacksCode(needs, db, signedIn)) return refused('not-recent')
    const { citizenId } = citizen
    const details = await change(db, citizenId)
    if (!details) return accepted(undefined)
    const { sessionId } = session
    await appendEvent(inTransaction, { name, origin, citizenId, sessionId, details })
    await postNews(inTransaction, citizen, letter, { at: needs.clock.now() })
    return accepted(undefined)
  })
}

/**
 * Gives a key of a signed-in citizen another name. It needs the same proof as its removal: a wrong name leads to the removal of the
 * wrong key. Where the key is gone, or has this name, nothing happens. `setName` is false then.
 */
export async function renameFactor(
  needs: ChangeProofsNeeds,
  signedIn: SignedIn,
  { name: typed, limit: kind, ...told }: ChangeOrigin & ToldChange & { name: string; limit: LimitKind },
  setName: (tx: Database, citizenId: string, name: string) => Promise<boolean>,
): Promise<Result<void, RenameRefusal>> {
  const name = readLabel(typed)
  if (!name.ok) return name
  const limit = await needs.limits.spend(kind, signedIn.citizen.citizenId)
  if (!limit.allowed) return refused(limit)
  return changeFactor(needs, signedIn, told, async (tx, citizenId) =>
    (await setName(tx, citizenId, name.value)) ? {} : undefined,
  )
}

/** Removes every key of a kind by an operator's order, and tells the citizen. `removeAll` returns how many there were. */
export const removalByOperator = (
  { event, letter }: ToldChange,
  removeAll: (tx: Database, citizenId: string) => Promise<number>,
) =>
  operatorChange<LetterNeeds & ByOperator>(event, async (tx, citizenId, needs) => {
    if ((await removeAll(tx, citizenId)) === 0) return false
    const citizen = await findCitizen(tx, citizenId)
    if (citizen) await postNews({ ...needs, db: tx }, citizen, letter, { at: needs.clock.now() })
    return true
  })
