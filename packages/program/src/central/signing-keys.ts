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

/** Checks the signatures of ID tokens with the published keys. The keys may rotate or be unavailable for a while. */
export interface SignatureCheck {
  /** Resolves when the signature of the processed answer is right, throws otherwise. */
  check(server: AuthorizationServer, answer: Response): Promise<void>
}

const COOLDOWN_MS = 30_000
const LAST_GOOD_MS = 24 * 3_600_000

interface KeyMemory {
  keys: JWKSCacheInput
  readAt: number
  missedAt: number | null
}

/** Makes a check that has read no keys yet. */
export function createSignatureCheck(transport: Transport): SignatureCheck {
  const memory: KeyMemory = { keys: {}, readAt: 0, missedAt: null }
  return {
    async check(server, answer) {
      try {
        await attempt(transport, memory, { server, answer })
      } catch (error) {
        await secondAttempt(transport, memory, { server, answer, error })
      }
    },
  }
}

interface Subject {
  readonly server: AuthorizationServer
  readonly answer: Response
}

/**
 * Works on copies: the library caches keys by the identity of the metadata object, and clears a cache before it fills
 * it.
 */
async function attempt(transport: Transport, memory: KeyMemory, { server, answer }: Subject): Promise<void> {
  const keys = { ...memory.keys }
  try {
    await validateApplicationLevelSignature({ ...server }, answer, {
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
 * For an unknown key, the key set is read once more, unless that failed a moment ago. If the key set cannot be read,
 * the last good keys are used.
 */
async function secondAttempt(
  transport: Transport,
  memory: KeyMemory,
  subject: Subject & { error: unknown },
): Promise<void> {
  const now = transport.clock.now().getTime()
  if (isUnknownKey(subject.error)) {
    if (memory.missedAt !== null && now - memory.missedAt < COOLDOWN_MS && now >= memory.missedAt)
      throw subject.error
    const fresh: KeyMemory = { ...memory, keys: {} }
    await attempt(transport, fresh, subject).catch((error: unknown) => {
      if (isUnknownKey(error)) memory.missedAt = now
      throw error
    })
    keep(memory, isRead(fresh.keys) ? fresh.keys : { jwks: { keys: [] }, uat: 0 }, fresh.readAt)
    return
  }
  const age = now - memory.readAt
  const { keys } = memory
  if (refusalOf(subject.error).kind !== 'unavailable' || !('jwks' in keys) || age > LAST_GOOD_MS)
    throw subject.error
  memory.keys = { jwks: keys.jwks, uat: Math.floor(systemClock.now().getTime() / 1000) }
  await attempt(transport, memory, subject)
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
