import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../platform/postgres/database.ts'
import type { Ended, FeedQuestion, FeedState } from './ended-store.ts'
import { MOST_ENDED, MOST_EVENTS } from './limits.ts'
import { type EndedBy, findEndedBy, lookAtServers, readCopies, type ServerLook } from './servers-store.ts'
import { earliestOf, hasSeen, joinSnapshots, readSnapshots } from './snapshots.ts'

/** The least time between two looks of a process. Each opens a connection to every server that has citizens. */
const LOOKS_APART_MILLISECONDS = 500

/** What all servers said at about one moment: each of them after the look was asked for. */
interface Look {
  readonly servers: readonly ServerLook[]
  readonly ended: readonly EndedBy[]
}

interface Asking {
  readonly since: string
  readonly resolve: (look: Look) => void
  readonly reject: (error: unknown) => void
}

/**
 * Reads the feed of a distributed database (decision 131). All who ask while a look is under way share the next one, which goes back
 * to the earliest of their cursors; each then leaves out what its own cursor has seen. Undefined where a server does not number its events.
 */
export function openFeedOfServers(db: Database): (question: FeedQuestion) => Promise<FeedState | undefined> {
  let asking: Asking[] = []
  let isLooking = false
  const keepLooking = async () => {
    isLooking = true
    while (asking.length > 0) {
      const pause = sleep(LOOKS_APART_MILLISECONDS, undefined, { ref: false })
      const all = asking
      asking = []
      await answer(db, all)
      await pause
    }
    isLooking = false
  }
  return async (question) => {
    const look = new Promise<Look>((resolve, reject) =>
      asking.push({ since: question.since, resolve, reject }),
    )
    if (!isLooking) void keepLooking()
    const [{ servers, ended }, copies] = await Promise.all([look, readCopies(db, question)])
    if (!copies || !servers.every(({ isNumbered }) => isNumbered)) return undefined
    const timelines = `${copies.timelines} ${historyOf(servers)}`
    return { ...copies, timelines, snapshot: joinSnapshots(servers), ...freshFor(question, servers, ended) }
  }
}

/** Answers everybody with one look. Where one of them is so far behind that the look does not reach the end, each gets a look alone. */
async function answer(db: Database, all: readonly Asking[]): Promise<void> {
  const sinces = all.map(({ since }) => since)
  try {
    const look = await lookSince(db, sinces)
    if (all.length > 1 && look.servers.some(isCutOff)) return await answerEach(db, all)
    for (const { resolve } of all) resolve(look)
  } catch (error) {
    for (const { reject } of all) reject(error)
  }
}

async function answerEach(db: Database, all: readonly Asking[]): Promise<void> {
  for (const one of all) await answer(db, [one])
}

async function lookSince(db: Database, sinces: readonly string[]): Promise<Look> {
  const known = sinces.filter((since) => since !== '').map(readSnapshots)
  const servers = await lookAtServers(db, earliestOf(known))
  const events = servers.flatMap((server) => server.events)
  const isNothing = events.length === 0 || servers.some(isCutOff)
  return { servers, ended: isNothing ? [] : await findEndedBy(db, events) }
}

function isCutOff({ events }: ServerLook): boolean {
  return events.length > MOST_EVENTS
}

/** A short text that is another one when a part of the events was moved, or a server was replaced or promoted. */
function historyOf(servers: readonly ServerLook[]): string {
  const words = servers.map(({ history }) => history).join('\n')
  return createHash('sha256').update(words).digest('base64url')
}

/** What this client has not been told yet, of what all of them were looked for. */
function freshFor(
  { clientId, since }: FeedQuestion,
  servers: readonly ServerLook[],
  endings: readonly EndedBy[],
): Pick<FeedState, 'ended' | 'events' | 'newestAt'> {
  if (since === '') return { ended: [], events: 0, newestAt: null }
  const seen = readSnapshots(since)
  const fresh = servers
    .flatMap(({ events }) => events)
    .map((event) => !hasSeen(seen, event.server, event.writtenIn) && event.at)
  const times = fresh.filter((at) => at !== false)
  const ended = new Map<string, Ended>()
  for (const { event, clientId: ofClient, subject, sessionId } of endings) {
    if (fresh[event] === false || (clientId !== '' && clientId !== ofClient)) continue
    ended.set(`${ofClient} ${subject} ${sessionId}`, { clientId: ofClient, subject, sessionId })
  }
  return {
    ended: [...ended.values()].slice(0, MOST_ENDED + 1),
    events: times.length,
    newestAt: times.length === 0 ? null : times.reduce((one, other) => Math.max(one, other)),
  }
}
