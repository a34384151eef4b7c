import { findOrder, type StoredOrder } from '@portico/identity/parts'
import type { ConsoleNeeds } from './console-needs.ts'

/** How an order is found. */
export type OrderKey = Pick<StoredOrder, 'orderId' | 'operatorId'>

const MOST_LOOKS = 25
const FIRST_PAUSE_MILLISECONDS = 20
const LONGEST_PAUSE_MILLISECONDS = 150

/** Whether the service has said what there is to say about an order at this point. */
export function isAnswered({ state }: StoredOrder): boolean {
  return state === 'told' || state === 'done' || state === 'refused'
}

/** Waits some seconds for the service, which looks for orders twice a second. The page says so where it has not answered by then. */
export async function awaitAnswer(
  { db, wait }: Pick<ConsoleNeeds, 'db' | 'wait'>,
  key: OrderKey,
): Promise<void> {
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const order = await findOrder(db, key)
    if (!order || isAnswered(order)) return
    await wait(Math.min(FIRST_PAUSE_MILLISECONDS * (looks + 1), LONGEST_PAUSE_MILLISECONDS))
  }
}
