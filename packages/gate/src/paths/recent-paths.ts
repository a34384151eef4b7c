import type { SettingRule } from '../settings/index.ts'
import { isAmbiguous, isPlainPath } from './listed-paths.ts'

/** A path that needs a sign-in of a short time ago, and everything below it. */
export interface RecentPath {
  /** As `plainSpelling` gives it, without a slash at the end. */
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
  return { path: plainSpelling(path.replace(/\*$/, '')) ?? '', withinMinutes }
}

/**
 * Within how many minutes the citizen must have signed in for a path. Null if it does not matter. A spelling that somebody could
 * read as another path needs the youngest sign-in of all entries: which path the back end sees is not known here.
 */
export function minutesFor(url: string, paths: readonly RecentPath[]): number | null {
  if (paths.length === 0) return null
  const path = plainSpelling(url)
  const asked = path === null ? paths : paths.filter((listed) => isAtOrBelow(path, listed.path))
  return asked.length === 0 ? null : Math.min(...asked.map(({ withinMinutes }) => withinMinutes))
}

/** Routers give `/pay.json` to the route of `/pay`, and PHP gives `/pay.php/x` to `/pay.php`. */
function isAtOrBelow(path: string, listed: string): boolean {
  return path === listed || ('/.:'.includes(path.charAt(listed.length) || '-') && path.startsWith(listed))
}

/** Control characters, characters that are not seen, and those that end a path or stand for others. */
const UNCLEAR = /[\p{Z}\p{C}#?*|"<>]/u

/**
 * A path as the most lenient router reads it: decoded, without differences of case, width, accent and spaces, and without
 * what Windows leaves away. Null if two readers may read it in two ways.
 */
function plainSpelling(url: string): string | null {
  const [sent = ''] = url.split('?')
  if (isAmbiguous(sent) || sent.includes('#')) return null
  const decoded = decode(sent)
  if (decoded === null) return null
  const plain = decoded
    .normalize('NFKD')
    .replace(/[\p{M}\p{Zs}]/gu, '')
    .toUpperCase()
    .toLowerCase()
  if (isAmbiguous(plain) || UNCLEAR.test(plain)) return null
  return plain.replace(/\.+(?=\/|$)/g, '').replace(/\/$/, '')
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}
