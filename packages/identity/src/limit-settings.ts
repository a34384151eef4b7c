import { mapRecord, namesOf } from './platform/names-of.ts'
import type { LimitSetting } from './platform/room/limit.ts'
import type { LimitConfig } from './rate-limits/index.ts'

/** The variable of a limit, and its number where nobody sets it (contract section 8). */
interface LimitVariable {
  readonly name: string
  readonly standard: number
}

/** The variables of all limits. */
export const LIMIT_VARIABLES: Readonly<Record<LimitSetting, LimitVariable>> = {
  registerPerIpHour: { name: 'PORTICO_LIMIT_REGISTER_PER_IP_HOUR', standard: 10 },
  registerPerEmailHour: { name: 'PORTICO_LIMIT_REGISTER_PER_EMAIL_HOUR', standard: 3 },
  recoverPerIpHour: { name: 'PORTICO_LIMIT_RECOVER_PER_IP_HOUR', standard: 10 },
  recoverPerEmailHour: { name: 'PORTICO_LIMIT_RECOVER_PER_EMAIL_HOUR', standard: 3 },
  tokenPerIpMinute: { name: 'PORTICO_LIMIT_TOKEN_PER_IP_MINUTE', standard: 120 },
  introspectPerIpMinute: { name: 'PORTICO_LIMIT_INTROSPECT_PER_IP_MINUTE', standard: 1500 },
}

/** The limits, by the settings that change them. */
export function readLimits(read: (name: string, standard: number) => number): LimitConfig {
  return mapRecord(LIMIT_VARIABLES, ({ name, standard }) => read(name, standard))
}

/** The limits that somebody has changed, by their variables. */
export function changedLimits(limits: LimitConfig): Readonly<Record<string, string>> {
  const changed = namesOf(LIMIT_VARIABLES).filter(
    (setting) => limits[setting] !== LIMIT_VARIABLES[setting].standard,
  )
  return Object.fromEntries(
    changed.map((setting) => [LIMIT_VARIABLES[setting].name, String(limits[setting])]),
  )
}
