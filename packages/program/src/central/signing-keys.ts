import {
  type AuthorizationServer,
  type ExportedJWKSCache,
  type JWKSCacheInput,
  jwksCache,
  KEY_SELECTION,
  OperationProcessingError,
  validateApplicationLevelSignature,
} from 'oauth4webapi'
import { systemClock } from '../platform/index.ts'
import { refusalOf } from './central-refusal.ts'
import { requestOptions, type Transport } from './transport.ts'

/** Checks the signatures of ID tokens with the published keys. It works while keys rotate and during an outage. */
export interface SignatureCheck {
  /** Resolves if the signature in the processed response is valid. Throws otherwise. */
  check(server: AuthorizationServer, response: Response): Promise<void>
}

/** After an unknown key, the key set is not read again for this time. */
const COOLDOWN_MS = 30_000
/** Keys that were read within this time are used while the key set cannot be read. */
const LAST_GOOD_MS = 24 * 3_600_000

interface KeyMemory {
  keys: JWKSCacheInput
  readAt: number
  missedAt: number | null
}

/** Makes a check without keys. The first use reads them. */
export function createSignatureCheck(transport: Transport): SignatureCheck {
  const memory: KeyMemory = { keys: {}, readAt: 0, missedAt: null }
  return {
    async check(server, response) {
      try {
        await attempt(transport, memory, { server, response })
      } catch (error) {
        await secondAttempt(transport, memory, { server, response, error })
      }
    },
  }
}

interface Signed {
  readonly server: AuthorizationServer
  readonly response: Response
}

/**
 * Checks once. It hands the library copies, because the library caches keys per metadata object, and empties a cache
 * before it fills it.
 */
async function attempt(transport: Transport, memory: KeyMemory, { server, response }: Signed): Promise<void> {
  const keys = { ...memory.keys }
  try {
    await validateApplicationLevelSignature({ ...server }, response, {
      ...requestOptions(transport, 'key set'),
      [jwksCache]: keys,
    })
  } finally {
    if (isRead(keys) && uatOf(memory.keys) !== keys.uat) keep(memory, keys, transport.clock.now().getTime())
  }
}

function keep(memory: KeyMemory, keys: ExportedJWKSCache, now: number): void {
  memory.keys = keys
  memory.readAt = now
}

/**
 * If the key is unknown, reads the key set once more, unless the key was unknown a moment ago, too. If the key set
 * cannot be read, uses the last keys.
 */
async function secondAttempt(
  transport: Transport,
  memory: KeyMemory,
  signed: Signed & { error: unknown },
): Promise<void> {
  const now = transport.clock.now().getTime()
  if (isUnknownKey(signed.error)) {
    if (memory.missedAt !== null && now - memory.missedAt < COOLDOWN_MS && now >= memory.missedAt)
      throw signed.error
    const fresh: KeyMemory = { ...memory, keys: {} }
    await attempt(transport, fresh, signed).catch((error: unknown) => {
      if (isUnknownKey(error)) memory.missedAt = now
      throw error
    })
    keep(memory, isRead(fresh.keys) ? fresh.keys : { jwks: { keys: [] }, uat: 0 }, fresh.readAt)
    return
  }
  const age = now - memory.readAt
  const { keys } = memory
  if (refusalOf(signed.error).kind !== 'unavailable' || !('jwks' in keys) || age > LAST_GOOD_MS)
    throw signed.error
  memory.keys = { jwks: keys.jwks, uat: Math.floor(systemClock.now().getTime() / 1000) }
  await attempt(transport, memory, signed)
}

function isUnknownKey(error: unknown): boolean {
  return error instanceof OperationProcessingError && error.code === KEY_SELECTION
}

function uatOf(keys: JWKSCacheInput): number | null {
  return isRead(keys) ? keys.uat : null
}

function isRead(keys: JWKSCacheInput): keys is ExportedJWKSCache {
  return 'jwks' in keys
}
