import { type AuditOrigin, appendEvent, type OperatorOrigin } from '../audit/index.ts'
import type { Basics } from '../platform/foundation.ts'
import { isoInstant } from '../platform/own-data.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { Secret, sha256 } from '../platform/secret.ts'
import { breakGlassHash, readBreakGlassCode } from './break-glass-code.ts'
import {
  countRefused,
  findOpenGlass,
  type GlassDevice,
  lockGlass,
  type OpenGlass,
  useGlass,
} from './break-glass-store.ts'

/** The reason that every event of such a session has. */
export const BREAK_GLASS = 'break-glass'

/** How many wrong codes are compared: from one network, and for one code. */
const MOST_HERE = 10
const MOST = 200

const SESSION_BYTES = 32

/** Why a code opens nothing. */
export type UseRefusal = 'wrong' | 'too-many'

/** A code as it was typed, and the browser that opens the console with it. */
export interface TriedCode {
  readonly typed: string
  readonly device: GlassDevice
  readonly from: { readonly address: string; readonly requestId: string }
}

/**
 * Opens the console with a code. Of several tries at the same time one opens it. A wrong code and one that nobody has made, that is over or was used get the same answer; tries are counted
 * one after the other. Returns the value of the session's cookie.
 */
export async function useBreakGlass(needs: Basics, tried: TriedCode): Promise<Result<Secret, UseRefusal>> {
  return needs.db.transaction(async (db) => {
    await lockGlass(db)
    const glass = await findOpenGlass(db)
    if (!glass) return refused('wrong')
    const { all, here } = await countRefused(db, glass, tried.device.network)
    if (all >= MOST || here >= MOST_HERE) return refused('too-many')
    const session = new Secret(needs.random.bytes(SESSION_BYTES).toString('base64url'))
    const inside = { ...needs, db }
    if (!glass.isUsed && (await isOpened(inside, glass, tried, session))) {
      await tellUsed(inside, glass, tried)
      return accepted(session)
    }
    await tellRefused(inside, glass, tried)
    return refused('wrong')
  })
}

async function isOpened(
  { db }: Basics,
  glass: OpenGlass,
  { typed, device }: TriedCode,
  session: Secret,
): Promise<boolean> {
  const code = readBreakGlassCode(typed)
  if (code === undefined) return false
  const codeHash = breakGlassHash(code, glass)
  return useGlass(db, { ...glass, ...device, codeHash, sessionHash: sha256(session.reveal()) })
}

async function tellUsed(
  needs: Basics,
  { citizenId, name, endsAt }: OpenGlass,
  { from, device }: TriedCode,
): Promise<void> {
  const origin: OperatorOrigin = { actor: 'operator', operator: name, reason: BREAK_GLASS, ...from }
  const details = { until: isoInstant(endsAt), browser: device.browser }
  await appendEvent(needs, { name: 'break-glass-used', origin, citizenId, details })
}

async function tellRefused(
  needs: Basics,
  { citizenId, isUsed }: OpenGlass,
  { from, device }: TriedCode,
): Promise<void> {
  const origin: AuditOrigin = { actor: 'anonymous', ...from }
  const details = { because: isUsed ? 'used' : 'wrong', network: device.network }
  await appendEvent(needs, { name: 'break-glass-refused', origin, citizenId, details })
}
