import { findClient } from '../clients/index.ts'
import type { Config } from '../config.ts'
import { countUnanswered } from '../console-orders/index.ts'
import { counted } from '../platform/counted.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type Finding, ok, wrong } from './finding.ts'

const CHECK = 'Orders of the console'

/** Looks whether the service carries out what operators order from the console. */
export async function examineOrders(
  { ordersFrom }: Pick<Config, 'ordersFrom'>,
  db: Database,
): Promise<readonly Finding[]> {
  const unanswered = await countUnanswered(db)
  const wait = `${counted(unanswered, 'order')} without an answer for a minute`
  if (ordersFrom === undefined)
    return unanswered === 0
      ? []
      : [wrong(CHECK, wait, 'set PORTICO_ORDERS_FROM of the service to the client id of the console')]
  const client = await findClient(db, ordersFrom)
  if (!client || client.disabledAt !== null)
    return [
      wrong(
        CHECK,
        `PORTICO_ORDERS_FROM names ${ordersFrom}, which is no enabled program`,
        'set it to the client id of the console: portico client list',
      ),
    ]
  if (unanswered > 0)
    return [wrong(CHECK, wait, 'start the service with PORTICO_ORDERS_FROM, or see its log')]
  return [ok(CHECK, `those of ${client.name} are carried out`)]
}
