/** What is counted. */
export type LimitKind =
  | 'register-per-ip'
  | 'register-per-email'
  | 'recover-per-ip'
  | 'recover-per-email'
  | 'browser-link-per-ip'
  | 'browser-link-per-email'
  | 'token-per-ip'
  | 'introspect-per-ip'

/** How many requests of each kind are answered in their window; the deployment's settings. */
export interface LimitSettings {
  readonly registerPerIpHour: number
  readonly registerPerEmailHour: number
  readonly recoverPerIpHour: number
  readonly recoverPerEmailHour: number
  readonly tokenPerIpMinute: number
  readonly introspectPerIpMinute: number
}

/** One limit. */
export interface Limit {
  readonly windowSeconds: number
  readonly setting: keyof LimitSettings
  /**
   * Whose requests are counted together. `network`: those of the address, and for IPv6 those of the wider networks around it,
   * too. `address`: those of the address (for IPv6 the /64) alone; these are the limits of programs' backends, which
   * authenticate with secrets that nobody guesses. Many of them may be in one /48 of a hosting company, and their requests
   * are the most frequent of all.
   */
  readonly per: 'network' | 'address' | 'email'
  /** `each-request`: every one is written down. `in-blocks`: a process takes some ahead and spends them in memory. */
  readonly taking: 'each-request' | 'in-blocks'
}

const HOUR_SECONDS = 60 * 60
const MINUTE_SECONDS = 60

/** Every limit that there is (contract section 8). */
export const LIMITS: Readonly<Record<LimitKind, Limit>> = {
  'register-per-ip': perHour('registerPerIpHour', 'network'),
  'register-per-email': perHour('registerPerEmailHour', 'email'),
  'recover-per-ip': perHour('recoverPerIpHour', 'network'),
  'recover-per-email': perHour('recoverPerEmailHour', 'email'),
  // As recovery, but counted apart: who uses up the one does not take the other way in from the citizen.
  'browser-link-per-ip': perHour('recoverPerIpHour', 'network'),
  'browser-link-per-email': perHour('recoverPerEmailHour', 'email'),
  'token-per-ip': perMinute('tokenPerIpMinute'),
  'introspect-per-ip': perMinute('introspectPerIpMinute'),
}

function perHour(setting: keyof LimitSettings, per: Limit['per']): Limit {
  return { windowSeconds: HOUR_SECONDS, setting, per, taking: 'each-request' }
}

function perMinute(setting: keyof LimitSettings): Limit {
  return { windowSeconds: MINUTE_SECONDS, setting, per: 'address', taking: 'in-blocks' }
}
