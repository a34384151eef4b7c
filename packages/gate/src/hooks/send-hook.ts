import type { Clock, Secret } from '@portico/program'
import { HookFailed } from './hook-failed.ts'
import type { HookName } from './hook-names.ts'
import { type Json, readAnswer } from './read-answer.ts'
import { signatureHeaders } from './sign-hook.ts'

/** Where hooks go, and how they are signed. The first secret is the current one. */
export interface HookTarget {
  readonly url: string
  readonly secrets: readonly Secret[]
  /** How long one hook may take, with its answer. */
  readonly timeoutMs: number
}

/** What sending a hook needs. */
export interface SendNeeds {
  readonly target: HookTarget
  readonly clock: Pick<Clock, 'now'>
  readonly fetch: typeof globalThis.fetch
  /** A new id for each message. */
  newId(): string
}

/**
 * Sends one hook and returns the object that the back end answers. Null for 501: the back end does not know this hook.
 * Throws HookFailed for everything else.
 */
export async function sendHook(needs: SendNeeds, hook: HookName, data: Json): Promise<Json | null> {
  const sentAt = needs.clock.now()
  const body = JSON.stringify({ type: hook, timestamp: sentAt.toISOString(), data })
  const id = needs.newId()
  const signed = signatureHeaders(needs.target.secrets, { id, sentAt, body })
  const signal = AbortSignal.timeout(needs.target.timeoutMs)
  const ask = async () => {
    const response = await needs.fetch(needs.target.url, {
      ...{ method: 'POST', body, signal, redirect: 'manual' },
      headers: { 'content-type': 'application/json', 'accept-encoding': 'identity', ...signed },
    })
    return readAnswer(hook, response)
  }
  try {
    // A server closes a connection that it kept open, and the request meets that. Every hook may be repeated.
    return await ask().catch((error: unknown) => {
      if (!isClosedConnection(error)) throw error
      return ask()
    })
  } catch (error) {
    throw error instanceof HookFailed ? error : unanswered(hook, needs.target, error)
  }
}

function isClosedConnection(error: unknown): boolean {
  return ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(causeOf(error))
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : null
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return cause instanceof Error ? cause.message : 'unknown'
}

function unanswered(hook: HookName, { timeoutMs }: HookTarget, error: unknown): HookFailed {
  const isLate = error instanceof Error && error.name === 'TimeoutError'
  return isLate
    ? new HookFailed(hook, {
        saw: `the back end took longer than ${timeoutMs} ms`,
        fix: 'look for what it waits for, or raise GATE_HOOKS_TIMEOUT_MS',
        isAway: true,
      })
    : new HookFailed(hook, {
        saw: `the back end does not answer (${causeOf(error)})`,
        fix: 'start it, and compare GATE_HOOKS_URL',
        isAway: true,
      })
}
