import type { SettingReader } from '../settings/index.ts'
import { clearSpelling } from './clear-path.ts'
import { PATHS } from './listed-paths.ts'
import { demandFor, RECENT_PATHS, type RecentPath } from './recent-paths.ts'

/** What paths ask for. */
export interface PathRules {
  /** A one-time ticket in the address counts here. */
  readonly ticketPaths: readonly string[]
  /** A sign-in of a short time ago is needed here. */
  readonly recentPaths: readonly RecentPath[]
  /** Everybody may open this one: it is shown to who could not sign in. Null if the gate shows its own pages. */
  readonly problemPath: string | null
}

/** Reads the settings. `problemPage` is the path of `GATE_PROBLEM_PAGE`, which may have a query. */
export function readPathRules(reader: SettingReader, problemPage: string | null): PathRules {
  const [problemPath = ''] = (problemPage ?? '').split('?')
  const recentPaths = reader.read('GATE_RECENT_SIGN_IN_PATHS', RECENT_PATHS)
  if (clearSpelling(problemPath) === null || demandFor(problemPath, recentPaths) !== null)
    reader.refuse({
      path: 'GATE_PROBLEM_PAGE',
      got: problemPath,
      expected:
        'must be a plain path that needs no recent sign-in, because it is shown to who could not sign in',
      fix: 'take another path, such as GATE_PROBLEM_PAGE=/sign-in-problem',
    })
  return {
    ticketPaths: reader.read('GATE_TICKET_PATHS', { ...PATHS, example: '"/events /files/*"' }),
    recentPaths,
    problemPath: problemPath === '' ? null : problemPath,
  }
}
