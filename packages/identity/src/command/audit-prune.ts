import { findOverdue, findRights, type LetGo, type Overdue, purgeExported } from '../audit/index.ts'
import { awaitsOf } from '../audit-awaits.ts'
import { letGoOf } from '../audit-seals/index.ts'
import { openKeyring } from '../open-database.ts'
import { countSchema, objectSchema } from '../platform/operation.ts'
import { openPurgeRun } from '../platform/postgres/purge-run.ts'
import { requireServiceKey } from './citizen.ts'
import { type Answer, type Call, CommandRefused } from './command.ts'

/** What was deleted. */
export const PRUNED = objectSchema('Pruned', {
  deleted: countSchema('How many events.'),
  retention_days: countSchema('For how many days events stay.'),
})

const PROGRESS_ROWS = 100_000

/** Deletes exported events whose time is over. */
export async function auditPrune({ config, openDatabase, terminal }: Call): Promise<Answer> {
  const settings = config()
  const { auditRetentionDays } = settings
  if (auditRetentionDays === undefined)
    throw new CommandRefused(
      'Events stay for ever, because PORTICO_AUDIT_RETENTION_DAYS has no value: set it first (docs/runbooks/settings.md).',
    )
  const { db, reads, clock, random } = await openDatabase()
  const keyring = await openKeyring(settings, { db, clock, random })
  await requireServiceKey({ db, keyring })
  const awaits = awaitsOf(settings)
  const sayLetGo = letGoOf({ clock, keyring })
  let isRefused = false
  const letGo: LetGo = async (tx, day, events) => {
    const outcome = await sayLetGo(tx, day, events)
    isRefused = outcome === 'refused'
    return outcome
  }
  const { role, deletes } = await findRights(reads)
  if (!deletes)
    throw new CommandRefused(
      `The role ${role} may not delete events: name the owner of the tables in PORTICO_DATABASE_URL for this command (docs/runbooks/audit.md).`,
    )
  let deleted = 0
  const onRemoved = (rows: number) => {
    const before = deleted
    deleted += rows
    if (Math.floor(deleted / PROGRESS_ROWS) > Math.floor(before / PROGRESS_ROWS))
      terminal.err(`${deleted} events are deleted so far`)
  }
  const purge = purgeExported({ retentionDays: auditRetentionDays, random, letGo, awaits })
  const run = openPurgeRun({ db: reads, clock }, [purge], onRemoved)
  while ((await run.round()) === 'again' && !terminal.stopped().aborted);
  if (isRefused)
    throw new CommandRefused(
      `${deleted} events are deleted. The others stay, because no key of PORTICO_SECRET_KEY has signed the newest seal of the audit: run portico audit verify (docs/runbooks/audit.md).`,
    )
  const overdue = await findOverdue({ db: reads, awaits }, clock.now(), auditRetentionDays)
  if (overdue) throw new CommandRefused(`${deleted} events are deleted. ${sayOverdue(overdue)}`)
  return {
    json: { deleted, retention_days: auditRetentionDays },
    lines: [`${deleted} events are deleted. No event is older than ${auditRetentionDays} days.`],
  }
}

/** Why a day stays, and what to do. */
export function sayOverdue({ day, because }: Overdue): string {
  if (because === 'not-delivered')
    return `Events of ${day} wait to be forwarded, so they stay: see portico audit deliveries.`
  return because === 'not-exported'
    ? `The events of ${day} are not exported, so they stay: run portico audit export DIR.`
    : `Events of ${day} came after its export, so they stay: run portico audit export DIR --day ${day}, with another folder.`
}
