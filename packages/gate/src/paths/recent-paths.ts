import type { SettingRule } from '../settings/index.ts'
import { clearSpelling } from './clear-path.ts'
import { isPlainPath } from './listed-paths.ts'

/** What a sign-in was made with, the weakest first. */
const FACTORS = ['any', 'two-factors', 'passkey'] as const

/** The least that a sign-in must have been made with. */
export type Factor = (typeof FACTORS)[number]

/** What a path asks of the sign-in. */
export interface Demand {
  readonly withinMinutes: number
  readonly factor: Factor
}

/** A path that asks something of the sign-in, and so does everything below it. */
export interface RecentPath extends Demand {
  /** As `clearSpelling` gives it, without a slash at the end. */
  readonly path: string
}

const MOST_MINUTES = 10_080

/** More than any session lasts. */
export const ANY_AGE_MINUTES = 1_000_000

/** `/pay=10 /account/close/*=5+two-factors /admin=passkey`. */
export const RECENT_PATHS: SettingRule<readonly RecentPath[]> = {
  fallback: [],
  parse(text) {
    const paths = text.split(/\s+/).map(readEntry)
    return paths.every((one) => one !== null) ? paths : undefined
  },
  expected: `must be paths with the minutes since the sign-in (1 to ${MOST_MINUTES}), two-factors or passkey, or both with a + between them, separated by spaces`,
  example: '"/payments=10 /account/close=5+two-factors /admin=passkey"',
}

const ENTRY = /^(.*)=(?:(\d{1,5})|(\d{1,5})\+(two-factors|passkey)|(two-factors|passkey))$/

function readEntry(entry: string): RecentPath | null {
  const [, path = '', ...asked] = ENTRY.exec(entry) ?? []
  const withinMinutes = readMinutes(asked)
  if (!isPlainPath(path) || withinMinutes === null) return null
  const factor = FACTORS.find((one) => asked.includes(one)) ?? 'any'
  return { path: clearSpelling(path.replace(/\*$/, '')) ?? '', withinMinutes, factor }
}

function readMinutes(asked: readonly (string | undefined)[]): number | null {
  const written = asked.find((one) => one !== undefined && /^\d/.test(one))
  if (written === undefined) return ANY_AGE_MINUTES
  const minutes = Number(written)
  return minutes >= 1 && minutes <= MOST_MINUTES ? minutes : null
}

/** What is no part of a path for ASP.NET (`/(S(x))/pay`, a session without a cookie), and a short name of Windows (`/paymen~1`). */
const OTHER_NAME = /\([a-z]\(|[^/]~\d/

/**
 * What a path asks of the sign-in. Null if it asks nothing. A spelling that somebody could read as another path needs the youngest
 * and the strongest sign-in of all entries: which path the back end sees is not known here.
 */
export function demandFor(url: string, paths: readonly RecentPath[]): Demand | null {
  if (paths.length === 0) return null
  const path = clearSpelling(url)
  return strictest(
    path === null || OTHER_NAME.test(path) ? paths : paths.filter((listed) => isAtOrBelow(path, listed.path)),
  )
}

/** What fulfils all of these. */
export function strictest(demands: readonly Demand[]): Demand | null {
  if (demands.length === 0) return null
  return {
    withinMinutes: Math.min(...demands.map(({ withinMinutes }) => withinMinutes)),
    factor: FACTORS.findLast((one) => demands.some(({ factor }) => factor === one)) ?? 'any',
  }
}

/** Routers give `/pay.json` to the route of `/pay`, and PHP gives `/pay.php/x` to `/pay.php`. */
function isAtOrBelow(path: string, listed: string): boolean {
  return path === listed || ('/.:'.includes(path.charAt(listed.length) || '-') && path.startsWith(listed))
}
