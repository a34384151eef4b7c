import { isSameOperator } from '../audit/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { anyRow, type Database, firstRow } from '../platform/postgres/database.ts'
import type { Role } from './role.ts'

/** A citizen who may enter the console. */
export interface Operator {
  readonly citizenId: string
  /** The name in the audit. */
  readonly name: string
  readonly role: Role
  readonly addedAt: UnixSeconds
}

/** An operator as the list shows one. */
export interface ListedOperator extends Operator {
  readonly subject: string
  readonly email: string
  /** Whether the account may sign in now: it is active, and its address is verified. */
  readonly mayEnter: boolean
}

/** Finds the operator that a citizen is. */
export async function findOperator(db: Database, citizenId: string): Promise<Operator | undefined> {
  return firstRow(db.query<Operator>`
    select citizen_id as "citizenId", name, role, extract(epoch from added_at)::bigint as "addedAt"
      from operators where citizen_id = ${citizenId}`)
}

/**
 * Finds the operator with this subject, if the account may sign in: whoever is suspended, closed or not verified is no operator. Each request of the console asks. Reads citizens.
 */
export async function findEnteringOperator(db: Database, subject: string): Promise<Operator | undefined> {
  return firstRow(db.query<Operator>`
    select citizen_id as "citizenId", name, role, extract(epoch from added_at)::bigint as "addedAt"
      from operators join citizens using (citizen_id)
     where subject = ${subject} and standing = 'active' and email_verified`)
}

/** The same by the citizen. Reads citizens. */
export async function findEnteringOperatorOf(db: Database, citizenId: string): Promise<Operator | undefined> {
  return firstRow(db.query<Operator>`
    select citizen_id as "citizenId", name, role, extract(epoch from added_at)::bigint as "addedAt"
      from operators join citizens using (citizen_id)
     where citizen_id = ${citizenId} and standing = 'active' and email_verified`)
}

/** All operators, by name. Reads citizens. */
// plan: there are as many rows as operators.
export async function listOperators(db: Database): Promise<readonly ListedOperator[]> {
  return db.query<ListedOperator>`
    select citizen_id as "citizenId", name, role, extract(epoch from added_at)::bigint as "addedAt", subject, email,
           standing = 'active' and email_verified as "mayEnter"
      from operators join citizens using (citizen_id) order by lower(name)`
}

/** The operators with this name, as the audit tells names apart. */
// plan: there are as many rows as operators.
export async function findSameNamed(
  db: Database,
  name: string,
): Promise<readonly Pick<Operator, 'citizenId' | 'name'>[]> {
  const all = await db.query<Pick<Operator, 'citizenId' | 'name'>>`
    select citizen_id as "citizenId", name from operators`
  return all.filter((one) => isSameOperator(one.name, name))
}

/** Takes the lock under which operators are added and changed one after the other, so that two never get the same name. */
export async function lockOperators(tx: Database): Promise<void> {
  await tx.query`select pg_advisory_xact_lock(hashtext('portico operators'))`
}

/** Stores an operator, in place of what there was. */
export async function saveOperator(
  tx: Database,
  { citizenId, name, role, addedAt }: Operator,
): Promise<void> {
  await tx.query`
    insert into operators (citizen_id, name, role, added_at)
    values (${citizenId}, ${name}, ${role}, to_timestamp(${addedAt}))
    on conflict (citizen_id) do update set name = excluded.name, role = excluded.role, added_at = excluded.added_at`
}

/** Ends that a citizen is an operator. False where the citizen was none. */
export function deleteOperator(tx: Database, citizenId: string): Promise<boolean> {
  return anyRow(tx.query`delete from operators where citizen_id = ${citizenId} returning citizen_id`)
}
