import type { UnixSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import type { Examined } from '../platform/room/beside.ts'
import { type DeliveriesOf, findDeliveries } from './report-deliveries.ts'
import { type ForwardSettings, type Named, namedDestinations } from './settings.ts'

const MOST_SECONDS = 15 * 60
const MEND = 'see portico audit deliveries and docs/runbooks/audit-elsewhere.md'

/** Whether the destinations of the settings have what they should. */
export async function examineForward(
  { db, clock }: Basics,
  settings: ForwardSettings,
): Promise<readonly Examined[]> {
  const named = namedDestinations(settings)
  if (named.length === 0) return []
  if ((await db.layout()) === 'distributed')
    return named.map(({ name }) =>
      wrong(name, 'several PostgreSQL servers number their own transactions, so nothing is forwarded'),
    )
  const found = await findDeliveries(db, settings)
  return named.map((one) => examineOne(one, found, clock.now()))
}

function examineOne({ name, where }: Named, found: readonly DeliveriesOf[], now: UnixSeconds): Examined {
  const seen = found.find(({ destination }) => destination.name === name)
  if (!seen) return finding(name, 'idle', 'nothing is sent yet: the service begins with it while it runs')
  const { destination, waiting } = seen
  const [fault] = destination.faults
  if (destination.attempts > 0)
    return wrong(
      name,
      `${where} ${fault?.says ?? 'fails'}: ${destination.attempts} attempts have failed since the last delivery, and ${waiting.events} events wait`,
    )
  const age = waiting.oldestAt === null ? 0 : now - waiting.oldestAt
  if (age > MOST_SECONDS)
    return wrong(
      name,
      `an event waits for ${Math.floor(age / 60)} minutes: the service does not run, or a transaction is open for that long`,
    )
  return finding(name, 'ok', `${where} has the audit`)
}

function wrong(name: string, says: string): Examined {
  return finding(name, 'wrong', says, MEND)
}

function finding(name: string, state: Examined['state'], says: string, mend = ''): Examined {
  return { check: `Audit to ${name}`, state, says, mend }
}
