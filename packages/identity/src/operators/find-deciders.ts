import type { Database } from '../platform/postgres/database.ts'
import { listOperators } from './operator-store.ts'
import { mayAs, ROLES, type Role } from './role.ts'

/** More names help nobody to find somebody who is there. */
const MOST_NAMES = 3

/**
 * Finds whom an operator may hand something over to: the names of some who may do what needs a role, those with the least role first. Whoever cannot sign in now is nobody to ask.
 */
export async function findDeciders(db: Database): Promise<(needed: Role) => readonly string[]> {
  const operators = (await listOperators(db)).filter(({ mayEnter }) => mayEnter)
  const byRole = operators.toSorted((one, other) => ROLES.indexOf(one.role) - ROLES.indexOf(other.role))
  return (needed) =>
    byRole
      .filter(({ role }) => mayAs(role, needed))
      .slice(0, MOST_NAMES)
      .map(({ name }) => name)
}
