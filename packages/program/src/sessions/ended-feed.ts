import type { EndedAnswer, FeedSilence } from '../central/index.ts'
import { errorMessage, type Result, refused } from '../platform/index.ts'
import type { Service } from '../service.ts'
import type { CentralCheck } from './central-check.ts'
import type { Coverage } from './coverage.ts'

/** What the feed is handed. `align` aligns the clock with the store; `wake` lets the connections of an account look again. */
export interface EndedFeedNeeds
  extends Pick<Service, 'store' | 'central' | 'clock' | 'log' | 'settings' | 'inBackground'> {
  readonly coverage: Coverage
  readonly centralCheck: Pick<CentralCheck, 'checkAfter'>
  align(): Promise<void>
  wake(accountId: string): void
}

/** Whether the feed answers: `live` if its last answer is young enough to count as a check. */
export type FeedState = 'off' | 'silent' | 'live'

/** Listens for ended sessions while the program is in use. */
export interface EndedFeed {
  /** Called at every use of the program. Begins to listen. */
  use(): void
  state(): Promise<FeedState>
  stop(): Promise<void>
}

/** Without a use for this time, a process stops listening. Otherwise a process that has finished would never end. */
const IDLE_MS = 60_000

/** Answers that come one after the other without a wait are not asked for faster than this. */
const SHORTEST_ROUND_MS = 200

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 10_000

/** An identity service without a feed may get one by an update. */
const MISSING_PAUSE_MS = 600_000

/** How many citizens are looked at together. */
const TOGETHER = 8

interface State {
  running: Promise<void> | null
  stopped: AbortController
  /** A new one for each sleep, because each sleep adds a listener to the signal. */
  pause: AbortController
  cursor: string | null
  usedAt: Date
  /** Called at the next use. */
  beginAgain: () => void
  failures: number
}

/** Makes the listener of one process. It sends nothing before the first use. */
export function createEndedFeed(needs: EndedFeedNeeds): EndedFeed {
  const state: State = {
    running: null,
    stopped: new AbortController(),
    pause: new AbortController(),
    cursor: null,
    usedAt: new Date(0),
    beginAgain: () => undefined,
    failures: 0,
  }
  return {
    use() {
      state.usedAt = needs.clock.now()
      state.beginAgain()
      if (!state.stopped.signal.aborted) state.running ??= keepListening(needs, state)
    },
    async state() {
      const knownAt = needs.coverage.knownAt()
      if (!knownAt) return 'silent'
      const ageMs = (await needs.store.now()).getTime() - knownAt.getTime()
      return ageMs < needs.settings.ceilingMs ? 'live' : 'silent'
    },
    async stop() {
      state.stopped.abort()
      state.pause.abort()
      state.beginAgain()
      await state.running
    },
  }
}

async function keepListening(needs: EndedFeedNeeds, state: State): Promise<void> {
  while (!state.stopped.signal.aborted) {
    if (needs.clock.now().getTime() - state.usedAt.getTime() > IDLE_MS) {
      await untilUsed(state)
      continue
    }
    const pauseMs = await listenOnce(needs, state)
    if (state.stopped.signal.aborted) return
    state.pause = new AbortController()
    if (pauseMs > 0) await needs.clock.sleep(pauseMs, state.pause.signal, true)
  }
}

function untilUsed(state: State): Promise<void> {
  return new Promise((resolve) => {
    state.beginAgain = resolve
  })
}

/** Asks once. Returns how long to wait before the next question. */
async function listenOnce(needs: EndedFeedNeeds, state: State): Promise<number> {
  const begunAt = needs.clock.now().getTime()
  const heard = await ask(needs, state).catch((error: unknown) =>
    refused<FeedSilence>({ kind: 'silent', reason: errorMessage(error) }),
  )
  if (state.stopped.signal.aborted) return 0
  if (!heard.ok) return noteSilence(needs, state, heard.refusal)
  if (state.failures > 0) needs.log.log('info', 'ended_feed_answers', {})
  state.failures = 0
  const tookMs = needs.clock.now().getTime() - begunAt
  return Math.max(0, SHORTEST_ROUND_MS - Math.max(0, tookMs))
}

/** The times come from the store, before and after, because a process may be suspended and its clock with it. */
async function ask(needs: EndedFeedNeeds, state: State): Promise<Result<EndedAnswer, FeedSilence>> {
  const { store, central, coverage } = needs
  const askedAt = await store.now()
  const answer = await central.ended({ cursor: state.cursor, signal: state.stopped.signal })
  if (!answer.ok) return answer
  const heardAt = await store.now()
  const { cursor, checkAll, subjects, waitedMs } = answer.value
  state.cursor = cursor
  coverage.hear({ askedAt, heardAt, waitedMs, checkAll, subjects })
  if (subjects.length > 0) needs.inBackground(lookAtAll(needs, subjects, heardAt))
  return answer
}

async function lookAtAll(needs: EndedFeedNeeds, subjects: readonly string[], heardAt: Date): Promise<void> {
  await needs.align()
  for (let first = 0; first < subjects.length; first += TOGETHER) {
    const some = subjects.slice(first, first + TOGETHER)
    await Promise.allSettled(some.map((subject) => lookAt(needs, subject, heardAt)))
  }
}

/** Introspects the open sessions of a citizen now. The answer ends those that have ended. */
async function lookAt(needs: EndedFeedNeeds, subject: string, heardAt: Date): Promise<void> {
  const { store, settings, clock, centralCheck, wake } = needs
  const link = await store.findIdentity(settings.central.issuer, subject)
  if (!link) return
  const sessions = await store.listSessions(link.accountId, clock.now())
  await Promise.allSettled(sessions.map((session) => centralCheck.checkAfter(session, heardAt)))
  wake(link.accountId)
}

/** Logs the first failure, and no other one until an answer has come. */
function noteSilence({ log }: EndedFeedNeeds, state: State, silence: FeedSilence): number {
  const { kind, reason, retryAfterSeconds = 0 } = silence
  if (state.failures === 0) log.log(kind === 'missing' ? 'info' : 'warn', `ended_feed_${kind}`, { reason })
  state.failures += 1
  if (kind === 'missing') return MISSING_PAUSE_MS
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (state.failures - 1), LONGEST_PAUSE_MS)
  return Math.max(pauseMs, retryAfterSeconds * 1000)
}
