import { findOverdue, findRights } from '../audit/index.ts'
import { awaitsOf } from '../audit-awaits.ts'
import type { Config } from '../config.ts'
import { type DatabaseAddress, openPool } from '../platform/postgres/connect.ts'
import type { Database } from '../platform/postgres/database.ts'
import { systemClock } from '../platform/system-clock.ts'
import { sayOverdue } from './audit-prune.ts'
import { type Finding, idle, ok, wrong } from './finding.ts'

const BY_KEY = { connections: 1, deadlineMilliseconds: 10_000, access: 'by-key', server: 'any' } as const

/** Checks that no event is older than the operator wants. Where events stay for ever, there is nothing to check. */
export async function examineAudit(
  config: Pick<Config, 'auditRetentionDays' | 'auditDestinations' | 'baseUrl'>,
  address: DatabaseAddress,
): Promise<readonly Finding[]> {
  const { auditRetentionDays } = config
  if (auditRetentionDays === undefined) return []
  const db = openPool(address, BY_KEY)
  try {
    const overdue = await findOverdue({ db, awaits: awaitsOf(config) }, systemClock.now(), auditRetentionDays)
    if (!overdue) return [ok('Audit', `nothing is older than ${auditRetentionDays} days without an export`)]
    const [says = '', mend = ''] = sayOverdue(overdue).split(': ')
    return [
      wrong(
        'Audit',
        `${says} (PORTICO_AUDIT_RETENTION_DAYS is ${auditRetentionDays})`,
        mend.replace(/\.$/, ''),
      ),
    ]
  } finally {
    await db.close()
  }
}

/** Says where the role of the service may do more than add events. It is no fault: in a small installation one role owns everything. */
export async function examineRights(db: Database): Promise<Finding> {
  const { role, deletes, changes } = await findRights(db)
  const may = [...(changes ? ['change'] : []), ...(deletes ? ['delete'] : [])].join(' and ')
  if (may === '') return ok('Audit rights', `the role ${role} may only read and add events`)
  return idle(
    'Audit rights',
    `the role ${role} may ${may} events; a role of its own for the service may only add them (docs/runbooks/audit.md)`,
  )
}
