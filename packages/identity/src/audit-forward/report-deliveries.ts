import type { ReportNeeds } from '../moments/index.ts'
import {
  countSchema,
  instantSchema,
  listOf,
  objectSchema,
  orNull,
  textSchema,
} from '../platform/operation.ts'
import type { Database } from '../platform/postgres/database.ts'
import { preferIndexes } from '../platform/postgres/prefer-indexes.ts'
import { DESTINATIONS, type Destination } from './destination.ts'
import { findDestination } from './destination-store.ts'
import { type ForwardSettings, namedDestinations } from './settings.ts'
import { countWaiting, MOST_COUNTED, type Waiting } from './waiting-store.ts'

/** What there is to say of a destination. */
export interface DeliveriesOf {
  readonly destination: Destination
  /** Undefined where no setting names it: then it does not wait. */
  readonly where: string | undefined
  readonly waiting: Waiting
}

/** The destinations to which something was sent, or is to be. */
export async function findDeliveries(
  db: Database,
  settings: ForwardSettings,
): Promise<readonly DeliveriesOf[]> {
  const found: DeliveriesOf[] = []
  for (const name of DESTINATIONS) {
    const destination = await findDestination(db, name)
    if (!destination) continue
    const where = namedDestinations(settings).find((named) => named.name === name)?.where
    found.push({ destination, where, waiting: await waitingOf(db, destination) })
  }
  return found
}

function waitingOf(db: Database, destination: Destination): Promise<Waiting> {
  return db.transaction(async (tx) => {
    await preferIndexes(tx)
    return (await countWaiting(tx, destination)) ?? { events: 0, oldestAt: null }
  })
}

/** `portico audit deliveries`. */
export async function reportDeliveries(needs: ReportNeeds, settings: ForwardSettings) {
  const found = await findDeliveries(needs.db, settings)
  const unbegun = namedDestinations(settings).filter(
    ({ name }) => !found.some(({ destination }) => destination.name === name),
  )
  return {
    json: found.map((one) => jsonOf(needs, one)),
    lines: [
      ...(found.length === 0
        ? []
        : needs.table(
            HEADINGS,
            found.map((one) => rowOf(needs, one)),
          )),
      ...found.flatMap((one) => faultLines(needs, one)),
      ...unbegun.map(({ name }) => `Nothing is sent to ${name} yet: portico serve begins with it.`),
      ...(found.length + unbegun.length === 0 ? [NONE] : []),
    ],
  }
}

const NONE = 'The audit is sent nowhere: set PORTICO_AUDIT_SYSLOG or PORTICO_AUDIT_WEBHOOK for portico serve.'

const HEADINGS = [
  'DESTINATION',
  'WHERE',
  'DELIVERED UNTIL',
  'LAST DELIVERY',
  'EVENTS',
  'WAITING',
  'FAILED SINCE',
]

function rowOf({ when }: ReportNeeds, { destination, where, waiting }: DeliveriesOf): readonly string[] {
  const { name, reachedAt, deliveredAt, events, attempts } = destination
  const waits = waiting.events > MOST_COUNTED - 1 ? `${MOST_COUNTED} or more` : String(waiting.events)
  return [
    name,
    where ?? 'not in the settings',
    ...[when(reachedAt), when(deliveredAt), String(events), waits, String(attempts)],
  ]
}

function faultLines({ when }: ReportNeeds, { destination }: DeliveriesOf): readonly string[] {
  const { name, faults } = destination
  if (faults.length === 0) return []
  return ['', `The last faults of ${name}:`, ...faults.map(({ at, says }) => `  ${when(at)}  ${says}`)]
}

function jsonOf({ iso }: ReportNeeds, { destination, where, waiting }: DeliveriesOf) {
  return {
    destination: destination.name,
    where: where ?? null,
    delivered_until: iso(destination.reachedAt),
    closed_day: destination.closedDay,
    last_delivery: destination.deliveredId,
    last_delivered_at: iso(destination.deliveredAt),
    events: destination.events,
    waiting: waiting.events,
    oldest_waiting_at: iso(waiting.oldestAt),
    attempts: destination.attempts,
    faults: destination.faults.map(({ at, says }) => ({ at: iso(at), says })),
  }
}

/** What `portico audit deliveries` answers. */
export const DELIVERIES = listOf(
  objectSchema<ReturnType<typeof jsonOf>>('Deliveries', {
    destination: { type: 'string', enum: DESTINATIONS },
    where: orNull(textSchema('The address of the receiver; null where no setting names it.')),
    delivered_until: instantSchema('Every event before this is delivered.'),
    closed_day: textSchema('The last day (UTC) whose closing hash was delivered, or that has none.'),
    last_delivery: orNull(textSchema('The id of the last delivery.')),
    last_delivered_at: orNull(instantSchema('When it was.')),
    events: countSchema('Events delivered so far.'),
    waiting: countSchema(`Events that wait; they are counted up to ${MOST_COUNTED}.`),
    oldest_waiting_at: orNull(instantSchema('Of when the oldest of them is.')),
    attempts: countSchema('Failed attempts since the last delivery.'),
    faults: listOf(
      objectSchema('DeliveryFault', {
        at: instantSchema('When.'),
        says: textSchema('What went wrong.'),
      }),
    ),
  }),
)
