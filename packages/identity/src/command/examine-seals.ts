import { findHead, findOldestFrom, isTrusted, SEALED_WITHIN_SECONDS } from '../audit-seals/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Keyring } from '../platform/keyring.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type Finding, idle, ok, wrong } from './finding.ts'

const CHECK = 'Audit seals'

/** Checks that the audit is sealed. Where each of several servers numbers its own transactions, there is nothing to check. */
export async function examineSeals(
  {
    db,
    keyring,
  }: {
    readonly db: Database /** Undefined where it does not open what is sealed for the service, which is told elsewhere. */
    readonly keyring: Keyring | undefined
  },
  now: UnixSeconds,
): Promise<readonly Finding[]> {
  if ((await db.layout()) === 'distributed') return []
  const head = await findHead(db)
  if (!head) return [idle(CHECK, 'nothing is sealed yet: the service begins with it while it runs')]
  if (keyring && !(await isTrusted({ db, keyring }, head)))
    return [
      wrong(
        CHECK,
        `no key of PORTICO_SECRET_KEY has signed the newest seal (${head.number}), so nothing is sealed`,
        'run portico audit verify, and do what docs/runbooks/audit.md says',
      ),
    ]
  const oldest = await findOldestFrom(db, head.sealedBelow)
  const minutes = oldest === undefined ? 0 : Math.floor((now - oldest) / 60)
  if (minutes * 60 > SEALED_WITHIN_SECONDS)
    return [
      wrong(
        CHECK,
        `the oldest event that is not sealed is ${minutes} minutes old`,
        'start the service, or end the transaction that is open for so long (docs/runbooks/audit.md)',
      ),
    ]
  const walk = head.walkedAt === null ? '' : `; events of before are sealed up to ${head.walkedAt}`
  return [ok(CHECK, `every event of more than ${SEALED_WITHIN_SECONDS / 60} minutes ago is sealed${walk}`)]
}
