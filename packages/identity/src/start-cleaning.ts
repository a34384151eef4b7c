import { purgeExported } from './audit/index.ts'
import { awaitsOf } from './audit-awaits.ts'
import { letGoOf, watchSeals } from './audit-seals/index.ts'
import { watchSecrets } from './clients/index.ts'
import type { Config } from './config.ts'
import { openCleaningPool, startHousekeeping } from './housekeeping.ts'
import type { Metrics } from './metrics/index.ts'
import type { OpenDatabase } from './open-database.ts'
import type { Foundation } from './platform/foundation.ts'
import { logFailedWork, type Repeating } from './platform/jobs/repeat.ts'
import type { Metric } from './platform/metric.ts'
import { openPool } from './platform/postgres/connect.ts'
import { carryOutPurges, eraseCitizen } from './rooms.ts'
import { type KeyNeeds, watchSchedule } from './signing-keys/index.ts'
import { watchRetention } from './watch-retention.ts'

/** A batch takes some tenths of a second. */
const SEALING_DEADLINE_MILLISECONDS = 30_000

interface CleaningNeeds
  extends KeyNeeds,
    Pick<Foundation, 'reads' | 'log'>,
    Pick<
      Config,
      'auditRetentionDays' | 'auditDestinations' | 'keyRotationDays' | 'baseUrl' | 'serviceName' | 'timeZone'
    > {
  readonly metrics: Metrics
  readonly closings: (() => Promise<unknown>)[]
}

/** Starts to delete expired rows over a connection of its own and, where a retention is set, exported events. */
export function startCleaning(
  { address, fence, lease }: Pick<OpenDatabase, 'address' | 'fence' | 'lease'>,
  needs: CleaningNeeds,
): void {
  const { clock, log, random, auditRetentionDays: retentionDays, metrics, closings } = needs
  const db = openCleaningPool(address, { fence, lease })
  closings.push(() => db.close())
  const deleteDays =
    retentionDays === undefined
      ? []
      : [purgeExported({ retentionDays, random, letGo: letGoOf(needs), awaits: awaitsOf(needs) })]
  const further = [...carryOutPurges({ ...needs, db, erase: eraseCitizen }), ...deleteDays]
  const housekeeping = startHousekeeping({ db, clock, log, further }, metrics.onRemoved)
  metrics.watch(housekeeping.metrics)
  closings.push(() => housekeeping.stop())
  startSealing({ address, fence, lease }, needs)
  startWatch(needs, 'client-secrets', watchSecrets(needs))
  startSchedule(needs)
  if (retentionDays === undefined) return
  const retention = watchRetention({ ...needs, awaits: awaitsOf(needs) }, retentionDays)
  startWatch(needs, 'audit-retention', retention)
}

/** What looks at something every ten minutes. */
interface Watch extends Repeating {
  look(): Promise<void>
  readonly metrics: readonly Metric[]
}

/** Looks also at once: an alert would see nothing for the first ten minutes of each process. */
function startWatch(
  { metrics, closings, log }: Pick<CleaningNeeds, 'metrics' | 'closings' | 'log'>,
  name: string,
  watch: Watch,
): void {
  metrics.watch(watch.metrics)
  const first = watch.look().catch((error: unknown) => logFailedWork(log, name, error))
  closings.push(async () => {
    await watch.stop()
    await first
  })
}

/** Makes the next signing key when it is due, where a schedule is set. */
function startSchedule(needs: CleaningNeeds): void {
  if (needs.keyRotationDays === undefined) return
  startWatch(needs, 'signing-keys', watchSchedule(needs, needs.keyRotationDays))
}

/** Seals the audit over a connection of its own. */
function startSealing(
  { address, ...options }: Pick<OpenDatabase, 'address' | 'fence' | 'lease'>,
  needs: CleaningNeeds,
): void {
  const db = openPool(address, {
    ...options,
    ...{ connections: 1, access: 'any', deadlineMilliseconds: SEALING_DEADLINE_MILLISECONDS },
  })
  needs.closings.push(() => db.close())
  const sealing = watchSeals({ ...needs, db })
  needs.metrics.watch(sealing.metrics)
  needs.closings.push(() => sealing.stop())
}
