import { appendEvent, type OperatorOrigin } from '../audit/index.ts'
import { type Operator, readRole } from '../operators/index.ts'
import type { Basics } from '../platform/foundation.ts'
import { sha256 } from '../platform/secret.ts'
import { endGlassSession, findGlassSession, type GlassDevice } from './break-glass-store.ts'
import { BREAK_GLASS } from './use-break-glass.ts'

/** Who asks by a session that a code has opened. */
export interface GlassVisitor {
  readonly operator: Operator
  readonly by: OperatorOrigin
}

/** A request with the cookie of such a session. */
export interface GlassRequest {
  readonly cookie: string
  readonly device: GlassDevice
  readonly from: { readonly address: string; readonly requestId: string }
}

/**
 * Finds who asks, at every request. A cookie that another browser or another network sends is a copy, and ends the session. Nothing where no session is open, or its operator may not
 * enter any more.
 */
export async function findGlassVisitor(
  needs: Basics,
  { cookie, device, from }: GlassRequest,
): Promise<GlassVisitor | 'elsewhere' | undefined> {
  const found = await findGlassSession(needs.db, sha256(cookie))
  const role = found && readRole(found.role)
  if (!found || !role) return undefined
  const { citizenId, name, addedAt } = found
  const by: OperatorOrigin = { actor: 'operator', operator: name, reason: BREAK_GLASS, ...from }
  const visitor = { operator: { citizenId, name, role, addedAt }, by }
  if (found.browser === device.browser && found.network === device.network) return visitor
  await endGlassVisit(needs, { ...visitor, cookie, because: 'elsewhere' })
  return 'elsewhere'
}

/** Ends a session before its time. */
export async function endGlassVisit(
  needs: Basics,
  {
    operator: { citizenId },
    by,
    cookie,
    because,
  }: GlassVisitor & { readonly cookie: string; readonly because: 'signed-out' | 'elsewhere' },
): Promise<void> {
  await needs.db.transaction(async (db) => {
    if (!(await endGlassSession(db, sha256(cookie)))) return
    const event = { name: 'break-glass-ended', origin: by, citizenId, details: { because } } as const
    await appendEvent({ ...needs, db }, event)
  })
}
