import { machineOperator, type OperatorOrder } from '../audit/index.ts'
import { recordRefused } from '../audit-log/index.ts'
import { findForOperator } from '../citizens/index.ts'
import { countTaken, type StoredOrder } from '../console-orders/index.ts'
import {
  findEnteringOperatorOf,
  findOperator,
  hasFreshSignIn,
  mayAs,
  type Operator,
  type Role,
  recordConsoleRefusal,
} from '../operators/index.ts'
import type { Basics } from '../platform/foundation.ts'
import type { Database } from '../platform/postgres/database.ts'
import { isUuid } from '../platform/uuid.ts'
import { CommandRefused } from './command.ts'
import { readNumber, refusalOf, requireConsents } from './consents.ts'
import { CONSENT_STEPS, type ConsentCommand, type ConsoleCommand, findConsoleAct } from './console-acts.ts'
import { findMachineKeys } from './find-machine-keys.ts'
import { type RightsRefusal, SAYS_OF_RIGHTS } from './order-refusals.ts'

/** An order that its operator may give: the command that does it, and in whose name. */
export type RightfulOrder = { readonly by: OperatorOrder } & (
  | { readonly kind: 'act'; readonly command: ConsoleCommand }
  | { readonly kind: 'consent'; readonly command: ConsentCommand }
)

/**
 * Decides whether an operator may give an order, from rows that the console cannot write: who is an operator and with which role, and how and when the operator signed in. What
 * is refused is in the audit. Throws CommandRefused.
 */
export async function requireRights(
  needs: Basics,
  order: StoredOrder,
  consoleClientId: string,
): Promise<RightfulOrder> {
  const { db } = needs
  const giver = await findGiver(db, order)
  if (!giver) {
    await recordNoOperator(needs, order)
    throw new CommandRefused(SAYS_OF_RIGHTS['no-operator'], 'no-operator')
  }
  const by = originOf(giver, order)
  if (giver.as === 'machine' && !findConsoleAct(order.act)) {
    await recordRefused({ ...needs, by }, { command: order.act, because: 'machine' })
    throw new CommandRefused(SAYS_OF_RIGHTS.machine, 'machine')
  }
  const wanted = await findWanted(needs, by, order)
  const because = await refusalFor(needs, { order, giver, consoleClientId, wanted })
  if (because === undefined && wanted) return { by, ...wanted.done }
  const refusal = because ?? 'no-such-act'
  const { citizenId } = wanted ?? {}
  await recordRefused(
    { ...needs, by },
    { command: order.act, because: refusal, ...(citizenId !== undefined && { citizenId }) },
  )
  throw new CommandRefused(SAYS_OF_RIGHTS[refusal], refusal)
}

/** Who gives an order: an operator, or a machine, of which the database has seen the key with this very step. */
type Giver =
  | { readonly as: 'operator'; readonly name: string; readonly role: Role; readonly operator: Operator }
  | { readonly as: 'machine'; readonly name: string; readonly role: Role }

async function findGiver(
  db: Database,
  { operatorId, orderId, state }: StoredOrder,
): Promise<Giver | undefined> {
  const operator = await findEnteringOperatorOf(db, operatorId)
  if (operator) return { as: 'operator', name: operator.name, role: operator.role, operator }
  const step = state === 'running' ? 'confirm' : 'order'
  const machine = await (await findMachineKeys())?.orderedBy({ db }, { orderId, step })
  if (machine?.operatorId !== operatorId) return undefined
  return { as: 'machine', name: machineOperator(machine.name), role: machine.role }
}

/** What an order asks for: the act that decides about the role, the citizen that it is about, and what does it. */
interface Wanted {
  readonly act: ConsoleCommand
  readonly citizenId: string | undefined
  readonly done:
    | { readonly kind: 'act'; readonly command: ConsoleCommand }
    | { readonly kind: 'consent'; readonly command: ConsentCommand }
}

/** Whoever consents needs the role of the act. */
async function findWanted(needs: Basics, by: OperatorOrder, order: StoredOrder): Promise<Wanted | undefined> {
  const act = findConsoleAct(order.act)
  if (act) {
    // An address may be somebody else's by the time of the yes.
    if (!isUuid(order.who)) return undefined
    const citizen = await findForOperator(needs.db, order.who)
    return { act, citizenId: citizen?.citizenId, done: { kind: 'act', command: act } }
  }
  const command = CONSENT_STEPS.find(({ words }) => words === order.act)
  if (!command) return undefined
  const number = readNumber(order.who)
  const waiting = (await (await requireConsents()).list(needs)).find((one) => one.number === number)
  if (!waiting) {
    await recordRefused({ ...needs, by }, { command: order.act, because: 'unknown-act', details: { number } })
    throw refusalOf('unknown-act')
  }
  const waits = findConsoleAct(waiting.act)
  return waits && { act: waits, citizenId: waiting.citizenId, done: { kind: 'consent', command } }
}

interface Asked {
  readonly order: StoredOrder
  readonly giver: Giver
  readonly consoleClientId: string
  readonly wanted: Wanted | undefined
}

async function refusalFor(
  needs: Basics,
  { order, giver, consoleClientId, wanted }: Asked,
): Promise<RightsRefusal | undefined> {
  if (!wanted) return 'no-such-act'
  if (!mayAs(giver.role, wanted.act.fromConsole.role)) return 'role'
  if (giver.as === 'operator' && wanted.citizenId === giver.operator.citizenId) return 'own-account'
  if (!(await mayActOn(needs, giver, wanted.citizenId))) return 'account-of-operator'
  if (await hasSpent(needs, order)) return 'too-many'
  const hasProven = giver.as === 'machine' || order.state !== 'running'
  const isFresh = hasProven || (await hasFreshSignIn(needs, giver.operator, consoleClientId))
  return isFresh ? undefined : 'sign-in-too-old'
}

/** How many orders of an operator are tried within an hour, and how many are done. A console that is broken into orders in the name of whoever has just signed in. */
const MOST_ORDERS = 100
const MOST_DONE = 20

async function hasSpent({ db }: Basics, { operatorId, state }: StoredOrder): Promise<boolean> {
  const { orders, done } = await countTaken(db, operatorId)
  return orders > MOST_ORDERS || (state === 'running' && done > MOST_DONE)
}

/** Whoever takes the key of an operator away, or the account, could become that operator. */
async function mayActOn({ db }: Basics, { role }: Giver, citizenId: string | undefined): Promise<boolean> {
  if (citizenId === undefined || mayAs(role, 'administrator')) return true
  return (await findOperator(db, citizenId)) === undefined
}

function recordNoOperator(
  needs: Basics,
  { operatorId, address, requestId, act }: StoredOrder,
): Promise<void> {
  const origin = { actor: 'citizen', address, requestId } as const
  return recordConsoleRefusal(needs, { origin, citizenId: operatorId, because: 'no-operator', page: act })
}

function originOf({ name }: Giver, { operatorId, address, requestId, reason }: StoredOrder): OperatorOrder {
  return { actor: 'operator', operator: name, operatorId, address, requestId, reason }
}
