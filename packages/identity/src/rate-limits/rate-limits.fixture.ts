import { CONTRACT_LIMITS } from '../../testing/contract-limits.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Tracer } from '../platform/tracer.ts'
import { LIMITS } from '../rooms.ts'
import { createRateLimits, type RateLimits } from './rate-limits.ts'

/** A log that keeps the names of its lines. */
export function listeningLog(): Log & { readonly lines: string[] } {
  const lines: string[] = []
  const note = (event: string) => void lines.push(event)
  return { lines, info: note, warn: note, error: note }
}

/** What a test decides about the limits that it makes; the rest is the contract's. */
export interface LimitsUnderTest {
  readonly db: Database
  readonly clock: Clock
  readonly redisUrl?: string | undefined
  readonly log?: Log
  readonly tracer?: Tracer
}

/** One process's rate limits. */
export function limitsOf({ db, clock, redisUrl, log = listeningLog(), tracer }: LimitsUnderTest): RateLimits {
  return createRateLimits({
    db,
    reads: db,
    clock,
    redisUrl,
    log,
    tracer,
    limits: CONTRACT_LIMITS,
    kinds: LIMITS,
  })
}

/** A database that counts the statements it is asked. */
export function countingDatabase(db: Database): Database & { readonly asked: { statements: number } } {
  const asked = { statements: 0 }
  return {
    asked,
    query: (statement, ...values) => {
      asked.statements += 1
      return db.query(statement, ...values)
    },
    transaction: (work) => {
      asked.statements += 1
      return db.transaction(work)
    },
    layout: () => db.layout(),
  }
}

/** What came of one request. */
type Spending = ReturnType<RateLimits['spend']>

/** How many of so many requests, asked one after the other by the processes in turn, were allowed. */
export async function allowedInTurn(times: number, spends: readonly (() => Spending)[]) {
  let allowed = 0
  for (let index = 0; index < times; index += 1) {
    const answer = await spends[index % spends.length]?.()
    if (answer?.allowed) allowed += 1
  }
  return allowed
}

/** How many of so many requests, asked at once by the processes, were allowed. */
export async function allowedAtOnce(times: number, spends: readonly (() => Spending)[]) {
  const answers = await Promise.all(
    Array.from({ length: times }, (_, index) => spends[index % spends.length]?.()),
  )
  return answers.filter((answer) => answer?.allowed).length
}
