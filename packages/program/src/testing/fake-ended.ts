import { type FakeState, isClient } from './fake-state.ts'
import { oauthError } from './fake-token-endpoint.ts'

/** How long a request waits. */
const HOLD_MS = 10_000

/** `GET /api/integrations/ended/`. */
export async function answerEnded(state: FakeState, request: Request): Promise<Response> {
  const { feed, clock } = state
  if (!feed.isThere) return new Response(null, { status: 404 })
  if (!isClient(state, request)) return oauthError(401, 'invalid_client')
  const since = new URL(request.url).searchParams.get('since')
  const begunAt = clock.now().getTime()
  const first = positionIn(state, since)
  if (first === feed.ended.length) await untilEnded(state, request.signal)
  const isKnown = first !== null && first === positionIn(state, since)
  const subjects = isKnown ? feed.ended.slice(first) : []
  return Response.json({
    cursor: `${feed.life}-${feed.ended.length}-${state.log.length}`,
    since,
    check_all: !isKnown,
    ended: subjects.map((sub) => ({ sub })),
    waited_ms: clock.now().getTime() - begunAt,
  })
}

/** Tells those who listen that something of a citizen has ended. */
export function announceEnded({ feed }: FakeState, subject: string): void {
  feed.ended.push(subject)
  for (const wake of feed.waiting) wake()
}

function positionIn({ feed }: FakeState, cursor: string | null): number | null {
  const [, life, position] = /^(\d+)-(\d+)-\d+$/.exec(cursor ?? '') ?? []
  return Number(life) === feed.life ? Number(position) : null
}

async function untilEnded({ feed, clock }: FakeState, signal: AbortSignal): Promise<void> {
  const over = new AbortController()
  const stop = () => over.abort()
  feed.waiting.add(stop)
  signal.addEventListener('abort', stop)
  await clock.sleep(HOLD_MS, over.signal, true)
  feed.waiting.delete(stop)
}
