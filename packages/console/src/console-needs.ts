import type {
  Clock,
  CookieJar,
  DatabasePool,
  Design,
  Keyring,
  Random,
  TrustedProxies,
} from '@portico/identity/parts'
import type { ConsoleConfig } from './config.ts'
import type { ConsoleMetrics } from './console-metrics.ts'
import type { OperatorSignIn } from './operator-sign-in.ts'

/** What the pages of the console use. */
export interface ConsoleNeeds {
  readonly config: Pick<
    ConsoleConfig,
    'url' | 'serviceName' | 'timeZone' | 'looksPerHour' | 'uncoversPerHour' | 'limits'
  >
  /** How its pages look. */
  readonly design: Design
  /** The views (`portico console prepare`). */
  readonly db: DatabasePool
  /** The same for the guard alone, so that long looks of some keep nobody out. */
  readonly guardDb: DatabasePool
  /** The same for keys of machines, so that whoever guesses keeps no operator out. */
  readonly keyDb: DatabasePool
  readonly clock: Clock
  readonly random: Random
  /** Waits so long for what others do. */
  readonly wait: (milliseconds: number) => Promise<unknown>
  readonly sso: OperatorSignIn['sso']
  readonly trustedProxies: TrustedProxies
  readonly cookies: CookieJar
  /** Seals what goes through a browser. */
  readonly keyring: Keyring
  readonly metrics: ConsoleMetrics
  readonly onLook: ConsoleMetrics['onLook']
}
