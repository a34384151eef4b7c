import { type DatabaseAddress, namesSeveral } from './address.ts'

/**
 * Asked of each session when it begins. A replica cannot grant it and refuses the session (PostgreSQL's manual, "Hot
 * Standby"); on a primary it changes nothing, because each transaction begins with the server's default again.
 *
 * A replica lags: a look at one would find a revoked token active. The driver's own `target_session_attrs` is not enough:
 * by `read-write` it takes a replica of PostgreSQL 14 or newer for a primary, and by `primary` it takes whatever it finds
 * when a connection was lost amid a statement (postgres 3.4.9).
 */
export const ON_PRIMARY = { transaction_read_only: 'off' } as const

/** What PostgreSQL says of a setting that it cannot grant now. As the last word on a session it only ever is about ours. */
const REFUSALS = new Set(['25001', '0A000'])

/** The `code` of an error that says that no connection was made. */
export const NOT_REACHED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'CONNECT_TIMEOUT',
])

/** Each attempt leaves one more server alone for a while, so the last is told that there is none. */
const MOST_ATTEMPTS = 8

/** Whether a session was refused by a replica. Nothing was sent over it. */
export function isReplica(error: unknown): boolean {
  const { severity, code } = Object(error) as { readonly severity?: string; readonly code?: string }
  return severity === 'FATAL' && REFUSALS.has(code ?? '')
}

/** Asks something of the database, and hands on what comes of it. */
type Ask = <Value>(ask: () => Promise<Value>) => Promise<Value>

/** Where several servers are named, whoever met one that is away or a replica asks again: nothing was sent to it. */
export function askOf(address: DatabaseAddress): Ask {
  return namesSeveral(address) ? askUntilReached : (ask) => ask()
}

async function askUntilReached<Value>(ask: () => Promise<Value>, attempt = 1): Promise<Value> {
  try {
    return await ask()
  } catch (error) {
    if (attempt === MOST_ATTEMPTS || !wasNotReached(error)) throw error
    return askUntilReached(ask, attempt + 1)
  }
}

function wasNotReached(error: unknown): boolean {
  return isReplica(error) || NOT_REACHED.has(String((Object(error) as { code?: unknown }).code))
}
