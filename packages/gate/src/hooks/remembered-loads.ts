import type { Clock } from '@portico/program'

/** Accounts that a guarded request has loaded a moment ago. */
export interface RememberedLoads<Account> {
  load(accountId: string): Promise<Account | null>
  drop(accountId: string): void
}

/** More accounts than this are not in use within seconds. The oldest ones are dropped first. */
const MAX_ACCOUNTS = 10_000

interface Remembered<Account> {
  readonly loadedAtMs: number
  readonly account: Promise<Account | null>
}

/**
 * Loads an account at most once per `keepMs`, because a page with twenty images asks twenty times. Requests of the same
 * moment share one answer. An account that does not exist, and a failure, are not remembered.
 */
export function rememberLoads<Account>(
  load: (accountId: string) => Promise<Account | null>,
  { clock, keepMs }: { clock: Pick<Clock, 'now'>; keepMs: number },
): RememberedLoads<Account> {
  const known = new Map<string, Remembered<Account>>()
  const isFresh = ({ loadedAtMs }: Remembered<Account>) => {
    const ageMs = clock.now().getTime() - loadedAtMs
    return ageMs >= 0 && ageMs < keepMs
  }
  const ask = (accountId: string) => {
    const asked = { loadedAtMs: clock.now().getTime(), account: load(accountId) }
    const dropThis = () => void (known.get(accountId) === asked && known.delete(accountId))
    asked.account.then((account) => account ?? dropThis(), dropThis)
    known.delete(accountId)
    known.set(accountId, asked)
    const [oldest] = known.keys()
    if (known.size > MAX_ACCOUNTS && oldest !== undefined) known.delete(oldest)
    return asked.account
  }
  return {
    async load(accountId) {
      const remembered = known.get(accountId)
      return remembered && isFresh(remembered) ? remembered.account : ask(accountId)
    },
    drop: (accountId) => void known.delete(accountId),
  }
}
