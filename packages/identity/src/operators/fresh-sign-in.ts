import { meetsAny } from '../access/index.ts'
import type { Basics } from '../platform/foundation.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'
import type { Operator } from './operator-store.ts'

/** A passkey, or a password with a code. A password alone opens nothing. */
const STRONG_CLASSES = ['phr', 'http://schemas.openid.net/pape/policies/2007/06/multi-factor'] as const

/** The sign-in that opens the console: what it must have been, and how long ago it may be. */
export const ENTERING_SIGN_IN = { acr: STRONG_CLASSES, withinSeconds: 8 * 60 * 60 } as const

/** The sign-in after which an operator may act. */
export const FRESH_SIGN_IN = { acr: STRONG_CLASSES, withinSeconds: 5 * 60 } as const

/**
 * Whether an operator has proven who they are within the last five minutes and entered the console by it, with a key that is trusted (`isTrustedSignIn`). The service asks its own rows: what
 * the console says of its operator is no proof. By the clock of the process, which dates proofs.
 */
export async function hasFreshSignIn(
  { db, clock }: Pick<Basics, 'db' | 'clock'>,
  { citizenId }: Operator,
  clientId: string,
): Promise<boolean> {
  const now = clock.now()
  const proven = await findProof(db, { citizenId, clientId, since: now - FRESH_SIGN_IN.withinSeconds, now })
  return proven !== undefined && meetsAny(proven.proof, FRESH_SIGN_IN.acr)
}

/** Reads grants and sessions of access, citizens and clients of the rooms below. */
function findProof(
  db: Database,
  {
    citizenId,
    clientId,
    since,
    now,
  }: { readonly citizenId: string; readonly clientId: string; readonly since: number; readonly now: number },
): Promise<{ readonly proof: string } | undefined> {
  return firstRow(db.query<{ proof: string }>`
    select s.proof
      from grants g
      join citizens z on z.citizen_id = g.citizen_id and z.security_version = g.security_version
       and z.standing = 'active' and z.email_verified
      join sessions s on s.citizen_id = g.citizen_id and s.session_id = g.session_id and s.security_version = g.security_version
      join operators o on o.citizen_id = g.citizen_id
      join clients c on c.client_id = g.client_id and c.disabled_at is null
     where g.citizen_id = ${citizenId} and g.client_id = ${clientId} and g.ended_at is null and g.expires_at > to_timestamp(${now})
       and g.authenticated_at > to_timestamp(${since}) and g.authenticated_at <= to_timestamp(${now}) and g.created_at > to_timestamp(${since})
       and s.ended_at is null and s.expires_at > to_timestamp(${now}) and s.trusted_since <= o.added_at
     order by g.authenticated_at desc limit 1`)
}
