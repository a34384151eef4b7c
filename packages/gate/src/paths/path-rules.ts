import type { SettingReader } from '../settings/index.ts'
import { PATHS } from './listed-paths.ts'
import { RECENT_PATHS, type RecentPath } from './recent-paths.ts'

/** What paths ask for. */
export interface PathRules {
  /** A one-time ticket in the address counts here. */
  readonly ticketPaths: readonly string[]
  /** A sign-in of a short time ago is needed here. */
  readonly recentPaths: readonly RecentPath[]
}

/** Reads the settings. */
export function readPathRules(reader: SettingReader): PathRules {
  return {
    ticketPaths: reader.read('GATE_TICKET_PATHS', { ...PATHS, example: '"/events /files/*"' }),
    recentPaths: reader.read('GATE_RECENT_SIGN_IN_PATHS', RECENT_PATHS),
  }
}
