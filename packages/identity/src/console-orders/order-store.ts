import type { RefusalFact, Said, Told } from '../moments/index.ts'
import { anyRow, type Database, firstRow } from '../platform/postgres/database.ts'
import { ANSWER_SECONDS } from './tables.ts'

/** What an operator orders from the console. */
export interface NewOrder {
  readonly orderId: string
  /** The operator, by the citizen that the operator is. */
  readonly operatorId: string
  /** The words of its command, such as `citizen suspend`. */
  readonly act: string
  /** The subject of a citizen, or the number of an act that waits. */
  readonly who: string
  readonly options: Readonly<Record<string, string>>
  readonly reason: string
  /** Where the operator sits. */
  readonly address: string
  readonly requestId: string
}

/**
 * Where an order is. `asked`, then `trying` and `told`: the service has said what it would do. `confirmed`, then `running` and `done`: the operator has said
 * yes to it. `refused`: it will not be done.
 */
export type OrderState = 'asked' | 'trying' | 'told' | 'confirmed' | 'running' | 'done' | 'refused'

/** What the service says of an order: what it would do, or did; or why not, by a name and a sentence. The sentences are English; with them are the facts that whoever shows them says in another language. */
export type OrderAnswer =
  | {
      readonly lines: readonly string[]
      readonly told: readonly Told[]
      /** What the lines say of the act. Without it, a release before this one has answered, or nobody but the lines knows. */
      readonly tells?: readonly Said[]
      /** The number by which another operator consents, where the act waits for one. */
      readonly waits?: number
    }
  | { readonly because: string; readonly says: string; readonly fact?: RefusalFact }

/** An order as stored. */
export interface StoredOrder extends NewOrder {
  readonly state: OrderState
  readonly answer: OrderAnswer | null
  /** Whether nobody can say yes to it any more. */
  readonly isOver: boolean
  /** Whether nobody took it in time, or a process took it some time ago and has not answered: it was stopped, and may have done it before. */
  readonly isLost: boolean
}

/**
 * Stores an order. False where the operator has another one that the service has not answered: they come one after the other. The console does this by its view, whose table
 * says so (`tables.ts`).
 */
export function insertOrder(views: Database, order: NewOrder): Promise<boolean> {
  return anyRow(views.query`
    insert into console_orders (order_id, operator_id, act, who, options, reason, address, request_id)
    values (${order.orderId}, ${order.operatorId}, ${order.act}, ${order.who}, ${JSON.stringify(order.options)}::text::jsonb,
            ${order.reason}, ${order.address}, ${order.requestId})
    returning order_id`)
}

/** Says yes to what the service has told. False where it is not told, or over. The console does this, by its view. */
export function confirmOrder(
  views: Database,
  { orderId, operatorId, requestId }: Pick<NewOrder, 'orderId' | 'operatorId' | 'requestId'>,
): Promise<boolean> {
  return anyRow(views.query`
    update console_orders set state = 'confirmed', request_id = ${requestId}
     where order_id = ${orderId} and operator_id = ${operatorId} and state = 'told'
    returning order_id`)
}

/** Finds an order of this operator. */
export async function findOrder(
  db: Database,
  { orderId, operatorId }: Pick<NewOrder, 'orderId' | 'operatorId'>,
): Promise<StoredOrder | undefined> {
  return firstRow(db.query<StoredOrder>`
    select order_id as "orderId", operator_id as "operatorId", act, who, options, reason, address, request_id as "requestId", state, answer,
           ends_at <= now() as "isOver",
           (state in ('trying', 'running') and taken_at <= now() - make_interval(secs => ${ANSWER_SECONDS}))
             or (state in ('asked', 'confirmed') and coalesce(confirmed_at, asked_at) <= now() - make_interval(secs => ${ANSWER_SECONDS})) as "isLost"
      from console_orders where order_id = ${orderId} and operator_id = ${operatorId}`)
}

/** Takes the oldest order that waits for the service. Of several processes, one gets it; one that is stopped then leaves it behind, and nobody takes it again. */
// plan: few orders wait at a time, and the index has those alone.
export async function takeOrder(db: Database): Promise<StoredOrder | undefined> {
  return firstRow(db.query<StoredOrder>`
    with next as materialized (
      select order_id from console_orders
       where state in ('asked', 'confirmed') and ends_at > now()
         and coalesce(confirmed_at, asked_at) > now() - make_interval(secs => ${ANSWER_SECONDS})
       order by console_orders.asked_at limit 1 for update skip locked)
    update console_orders o set state = case when o.state = 'asked' then 'trying' else 'running' end, taken_at = now()
      from next where o.order_id = next.order_id
    returning o.order_id as "orderId", o.operator_id as "operatorId", o.act, o.who, o.options, o.reason, o.address, o.request_id as "requestId",
              o.state, o.answer, false as "isOver", false as "isLost"`)
}

/** How many orders of an operator the service has taken within the hour, and how many of them to do them. */
export async function countTaken(
  db: Database,
  operatorId: string,
): Promise<{ readonly orders: number; readonly done: number }> {
  const found = await firstRow(db.query<{ orders: number; done: number }>`
    select count(*)::int as orders, (count(*) filter (where confirmed_at is not null))::int as done from console_orders
     where operator_id = ${operatorId} and asked_at > now() - interval '1 hour' and taken_at is not null`)
  return found ?? { orders: 0, done: 0 }
}

/** Empties what is stored about a citizen whose account is closed, in that transaction. */
// plan: orders go after a day, and few of them are about one citizen.
export async function emptyOrdersOn(tx: Database, citizenId: string): Promise<void> {
  await tx.query`
    update console_orders set options = '{}', answer = null
     where who = (select subject::text from citizens where citizen_id = ${citizenId})`
}

/** How many orders the service should have answered long ago: since they were asked for, or confirmed. */
// plan: few orders wait at a time, and the index has those alone.
export async function countUnanswered(db: Database): Promise<number> {
  const found = await firstRow(db.query<{ count: number }>`
    select count(*)::int as count from console_orders
     where state in ('asked', 'confirmed') and coalesce(confirmed_at, asked_at) < now() - interval '1 minute' and ends_at > now()`)
  return found?.count ?? 0
}

/** Stores what the service says of an order that it has taken. */
export async function answerOrder(
  db: Database,
  orderId: string,
  { state, answer }: { readonly state: 'told' | 'done' | 'refused'; readonly answer: OrderAnswer },
): Promise<void> {
  await db.query`
    update console_orders set state = ${state}, answer = ${JSON.stringify(answer)}::text::jsonb where order_id = ${orderId}`
}
