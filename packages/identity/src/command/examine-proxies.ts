import { lookAtCallers } from '../audit/index.ts'
import type { Config } from '../config.ts'
import { isLoopback } from '../own-origin.ts'
import type { Database } from '../platform/postgres/database.ts'
import { isLikelyProxy } from '../watch-callers.ts'
import { type Finding, idle, ok, wrong } from './finding.ts'

/** Looks at the ranges of trusted proxies. Whoever is in one chooses the address that is counted. */
export function examineProxies({ trustedProxies }: Pick<Config, 'trustedProxies'>): readonly Finding[] {
  return trustedProxies.tooWide.map((range) =>
    wrong(
      'Trusted proxies',
      `${range} is nearly everybody: each of them can choose an address, and so has no limit`,
      'set PORTICO_TRUSTED_PROXIES to the addresses of your own proxies and nothing wider',
    ),
  )
}

/** What people who are not signed in cause. */
const FROM_OUTSIDE = ['signed-in', 'sign-in-failed', 'registration-requested', 'recovery-requested'] as const

/** Fewer may be one person who tries the service. */
const FEWEST_EVENTS = 10

/** Looks whether everybody in public has one address. Then a proxy in front is not named, or does not say whom it asks for. */
export async function examineCallers(
  { baseUrl, trustedProxies }: Pick<Config, 'baseUrl' | 'trustedProxies'>,
  db: Database,
): Promise<readonly Finding[]> {
  if (isLoopback(baseUrl)) return []
  const check = 'Callers'
  const { events, addresses, example } = await lookAtCallers(db, FROM_OUTSIDE)
  const what = `the last ${events} sign-ins, registrations and recoveries`
  if (events < FEWEST_EVENTS)
    return [idle(check, `there were ${events} sign-ins, registrations and recoveries`)]
  if (addresses > 1) return [ok(check, `${what} came from ${addresses} addresses`)]
  if (!isLikelyProxy(example, trustedProxies)) return [ok(check, `${what} came from one public address`)]
  return [
    wrong(
      check,
      `${what} came from ${example}: everybody shares the limits of this one address`,
      'if it is your proxy, name it in PORTICO_TRUSTED_PROXIES, and let it set X-Forwarded-For',
    ),
  ]
}
