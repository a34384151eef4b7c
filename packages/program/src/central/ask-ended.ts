import { accepted, type Result, refused } from '../platform/index.ts'
import { jsonObjectIn, readResponse } from './bounded-response.ts'
import { networkReason } from './central-refusal.ts'
import { retryAfterSecondsIn } from './retry-after.ts'
import { basicCredentials, isSafeToSendTo, type Transport } from './transport.ts'

/** What the feed of ended sessions says. */
export interface EndedAnswer {
  readonly cursor: string
  /** Whether the feed cannot say what ended since the cursor of the question. */
  readonly checkAll: boolean
  /** The citizens of whom something has ended. */
  readonly subjects: readonly string[]
  /** How long the request had waited when the identity service read its database. */
  readonly waitedMs: number
}

/** Why the feed says nothing. `missing`: this identity service has no feed. */
export interface FeedSilence {
  readonly kind: 'missing' | 'silent'
  readonly reason: string
  readonly retryAfterSeconds?: number
}

/** The question. The signal ends the wait. */
export interface EndedQuestion {
  /** The cursor of the last answer, or null. */
  readonly cursor: string | null
  readonly signal: AbortSignal
}

/** How long the identity service lets a request wait. */
const HOLD_MS = 10_000

const MAX_CURSOR = 8_000

/**
 * Asks what has ended, and waits for it. This endpoint is no part of the contract, so its faults open no breaker and are no
 * outage: without it, each session is introspected.
 */
export async function askEnded(
  transport: Transport,
  { cursor, signal }: EndedQuestion,
): Promise<Result<EndedAnswer, FeedSilence>> {
  const url = new URL(`${transport.settings.baseUrl}/api/integrations/ended/`)
  if (cursor !== null) url.searchParams.set('since', cursor)
  if (!isSafeToSendTo(transport, url.href)) return silent('it has no https')
  const own = new AbortController()
  const stop = () => own.abort()
  const timer = setTimeout(stop, HOLD_MS + transport.settings.timeoutMs)
  signal.addEventListener('abort', stop)
  try {
    const headers = { accept: 'application/json', authorization: await basicCredentials(transport) }
    const sent = transport.fetch(url.href, { headers, redirect: 'manual', signal: own.signal })
    return read(transport, await readResponse(await sent), cursor)
  } catch (error) {
    return silent(networkReason(error))
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

function read(
  { clock }: Transport,
  response: Awaited<ReturnType<typeof readResponse>>,
  cursor: string | null,
): Result<EndedAnswer, FeedSilence> {
  const { status, headers } = response
  if (status === 404) return refused({ kind: 'missing', reason: 'the identity service has no feed' })
  if (status !== 200) {
    const retryAfterSeconds = retryAfterSecondsIn(headers, clock.now())
    return refused({ kind: 'silent', reason: `the feed answers ${status}`, retryAfterSeconds })
  }
  const body = jsonObjectIn(response)
  // A cache may have kept an answer to another question.
  if (!body || (body['since'] ?? null) !== cursor) return silent('the answer is for another question')
  return answerIn(body) ?? silent('the answer lacks a field')
}

function answerIn(body: Readonly<Record<string, unknown>>): Result<EndedAnswer, FeedSilence> | null {
  const { cursor, check_all: checkAll, waited_ms: waitedMs } = body
  if (typeof cursor !== 'string' || cursor === '' || cursor.length > MAX_CURSOR) return null
  if (typeof checkAll !== 'boolean' || typeof waitedMs !== 'number') return null
  const subjects = subjectsIn(body['ended'])
  return subjects && accepted({ cursor, checkAll, subjects, waitedMs })
}

function subjectsIn(ended: unknown): readonly string[] | null {
  if (!Array.isArray(ended)) return null
  const subjects = ended.map((entry: unknown) =>
    typeof entry === 'object' && entry !== null && 'sub' in entry ? entry.sub : undefined,
  )
  return subjects.every((subject) => typeof subject === 'string') ? [...new Set(subjects)] : null
}

function silent(reason: string): Result<never, FeedSilence> {
  return refused({ kind: 'silent', reason })
}
