import type { AuthenticatedClient } from '../clients/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Keyring } from '../platform/keyring.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type Random, randomUuid } from '../platform/random.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { openCursor, type Position, sealCursor } from './cursor.ts'
import { beginFeed, type Ended, type FeedState, historyOf, isTooMuch } from './ended-store.ts'
import { isNotBehind } from './snapshots.ts'
import type { WaitingPoll, WaitingPolls } from './waiting-polls.ts'

/** Everything that `hearEnded` uses. */
export interface HearEndedNeeds {
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly keyring: Keyring
  readonly waitingPolls: WaitingPolls
}

/** The question of a program. */
export interface FeedRequest {
  readonly client: AuthenticatedClient
  /** The cursor of the answer before; undefined for the first question. */
  readonly since: string | undefined
  /** When the request came: milliseconds of the process's monotonic clock. */
  readonly begunAt: number
  /** Aborted when the server closes. */
  readonly closing: AbortSignal
  /** Calls the listener when the caller leaves before the answer. Returns the function that stops listening. */
  whenLeft(listener: () => void): () => void
}

/** What the program is told. */
export interface Heard {
  readonly cursor: string
  /** Whether this feed cannot say what ended since the program's cursor. */
  readonly isBroken: boolean
  readonly ended: readonly Ended[]
  /** How long the request had waited when the database was asked. */
  readonly waitedMilliseconds: number
}

/** Why nothing is told. */
export type FeedRefusal = 'too-many-waiting' | 'client-changed' | 'caller-left' | 'no-feed'

/** How long a request waits. Much shorter than 30 seconds: a program must know of a feed that hangs before that. */
const HOLD_MILLISECONDS = 10_000

/**
 * Tells a client what ended since its cursor. Where nothing has ended it waits until something does, for at most ten seconds.
 * The answer is read after the wait, in one statement, together with the client's state.
 */
export async function hearEnded(
  needs: HearEndedNeeds,
  request: FeedRequest,
): Promise<Result<Heard, FeedRefusal>> {
  const poll = needs.waitingPolls.enter(request.client.clientId, request.closing)
  if (!poll) return refused('too-many-waiting')
  const stop = request.whenLeft(poll.leave)
  return listen(needs, request, poll).finally(() => {
    stop()
    poll.leave()
  })
}

async function listen(
  needs: HearEndedNeeds,
  { client, since, begunAt, closing }: FeedRequest,
  poll: WaitingPoll,
): Promise<Result<Heard, FeedRefusal>> {
  const before = open(needs, client, since)
  for (;;) {
    const waitedMilliseconds = Math.floor(performance.now() - begunAt)
    const state = await read(needs, client, before?.snapshot ?? '')
    if (typeof state === 'string') return refused(state)
    const now = positionOf(needs, state)
    const cursor = sealCursor(needs.keyring, client.clientId, now)
    if (!continues(before, now, state))
      return accepted({ cursor, isBroken: true, ended: [], waitedMilliseconds })
    const isOver = waitedMilliseconds >= HOLD_MILLISECONDS || closing.aborted
    if (isOver || state.ended.length > 0)
      return accepted({ cursor, isBroken: false, ended: state.ended, waitedMilliseconds })
    await poll.wait(HOLD_MILLISECONDS - waitedMilliseconds)
    if (poll.hasLeft()) return refused('caller-left')
  }
}

function open(
  { keyring, clock }: HearEndedNeeds,
  { clientId }: AuthenticatedClient,
  cursor: string | undefined,
): Position | undefined {
  if (cursor === undefined) return undefined
  return openCursor(keyring, clientId, { cursor, now: clock.now() })
}

/** What the database says to a client that is as it was when it asked. */
interface KnownState extends FeedState {
  readonly generation: number
}

async function read(
  { db, random, waitingPolls }: HearEndedNeeds,
  { clientId, revision }: AuthenticatedClient,
  since: string,
): Promise<KnownState | 'no-feed' | 'client-changed'> {
  for (;;) {
    const state = await waitingPolls.read({ clientId, revision, since })
    if (!state) return 'no-feed'
    const { epoch, generation } = state
    if (epoch !== null) return generation === null ? 'client-changed' : { ...state, generation }
    await beginFeed(db, randomUuid(random))
  }
}

function positionOf({ clock }: HearEndedNeeds, state: KnownState): Position {
  const { snapshot, generation } = state
  return { snapshot, history: historyOf(state), generation, at: clock.now() }
}

/**
 * Whether the feed can go on where the client is. Not in another history: after a restore or a failover the numbers of
 * transactions may be lower again. Not in another generation of the client, and not where too much has happened since.
 */
function continues(before: Position | undefined, now: Position, state: FeedState): boolean {
  if (!before) return false
  if (before.history !== now.history || before.generation !== now.generation) return false
  return !isTooMuch(state) && isNotBehind(before.snapshot, now.snapshot)
}
