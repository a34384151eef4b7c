import type { UnixSeconds } from '../platform/clock.ts'

/** Why an account is suspended. An operator chooses one, and says the rest in words. */
export const SUSPENSION_CAUSES = {
  'taken-over': 'somebody else uses the account',
  misuse: 'the account is used for what is not allowed',
  'asked-for': 'the citizen asked for it',
  deceased: 'the citizen has died',
  order: 'a court or an authority orders it',
  other: 'something else',
} as const

/** The name of a cause. */
export type SuspensionCause = keyof typeof SUSPENSION_CAUSES

/** A suspension, as stored. One of an earlier release, or of an import, has no row. */
export interface Suspension {
  readonly since: UnixSeconds
  /** One of the list; that of a later release may be another one. */
  readonly cause: string
  /** When it is over by itself. Null where somebody has to end it. */
  readonly endsAt: UnixSeconds | null
  /** Whether that time has passed by the clock of the database: that of one process alone opens no account. */
  readonly hasPassed: boolean
}

/** What an operator says about a suspension that begins. */
export type NewSuspension = Pick<Suspension, 'since' | 'endsAt'> & { readonly cause: SuspensionCause }

/** What an operator says who suspends, or makes a suspension longer: the cause may stay as it is. */
export type AskedSuspension = Omit<NewSuspension, 'cause'> & { readonly cause: SuspensionCause | undefined }

/** The cause of this name. */
export function readCause(given: string): SuspensionCause | undefined {
  return Object.keys(SUSPENSION_CAUSES).find((name): name is SuspensionCause => name === given)
}
