import type { SettingRule } from '../settings/index.ts'
import { clearSpelling } from './clear-path.ts'
import { isPlainPath } from './listed-paths.ts'

/** A path that needs a sign-in of a short time ago, and everything below it. */
export interface RecentPath {
  /** As `clearSpelling` gives it, without a slash at the end. */
  readonly path: string
  readonly withinMinutes: number
}

const MOST_MINUTES = 10_080

/** `/pay=10 /account/close/*=5`. */
export const RECENT_PATHS: SettingRule<readonly RecentPath[]> = {
  fallback: [],
  parse(text) {
    const paths = text.split(/\s+/).map(readEntry)
    return paths.every((one) => one !== null) ? paths : undefined
  },
  expected: `must be paths with the minutes since the sign-in (1 to ${MOST_MINUTES}), separated by spaces`,
  example: '"/payments=10 /account/close=5"',
}

function readEntry(entry: string): RecentPath | null {
  const [, path = '', minutes = ''] = /^(.*)=(\d{1,5})$/.exec(entry) ?? []
  const withinMinutes = Number(minutes)
  if (!isPlainPath(path) || withinMinutes < 1 || withinMinutes > MOST_MINUTES) return null
  return { path: clearSpelling(path.replace(/\*$/, '')) ?? '', withinMinutes }
}

/**
 * Within how many minutes the citizen must have signed in for a path. Null if it does not matter. A spelling that somebody could
 * read as another path needs the youngest sign-in of all entries: which path the back end sees is not known here.
 */
export function minutesFor(url: string, paths: readonly RecentPath[]): number | null {
  if (paths.length === 0) return null
  const path = clearSpelling(url)
  const asked = path === null ? paths : paths.filter((listed) => isAtOrBelow(path, listed.path))
  return asked.length === 0 ? null : Math.min(...asked.map(({ withinMinutes }) => withinMinutes))
}

/** Routers give `/pay.json` to the route of `/pay`, and PHP gives `/pay.php/x` to `/pay.php`. */
function isAtOrBelow(path: string, listed: string): boolean {
  return path === listed || ('/.:'.includes(path.charAt(listed.length) || '-') && path.startsWith(listed))
}
