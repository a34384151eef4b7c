import type { Citizen } from '../citizens/index.ts'
import type { Argon2, Verdict } from '../passwords/index.ts'
import type { Keyring } from '../platform/keyring.ts'
import type { Metric } from '../platform/metric.ts'

/** `right-beginning`: right as far as the hash says. The end of the password may be another one. */
export type ForeignVerdict = Verdict | 'right-beginning'

/** What the sign-in knows of hashes that another system made. A room above has the rest, and makes this. */
export interface ForeignPasswords {
  /** Whether what is stored is such a hash. */
  isForeign(passwordHash: string): boolean
  /** Compares a password with the stored hash of a citizen. It needs no place of the hashes of our own. */
  verify(citizen: Pick<Citizen, 'citizenId' | 'passwordHash'>, password: string): Promise<ForeignVerdict>
  /** Holds the refusal of a password for as long as one with such a hash takes, so that its time does not tell who has one. */
  evenOut(begunAt: number, passwordHash: string): Promise<void>
  readonly metrics: readonly Metric[]
}

/** Hashes of other systems, where the room of them is there. */
export interface MayHaveForeignPasswords {
  readonly foreignPasswords?: ForeignPasswords | undefined
}

/** What the room of them uses. */
interface ForeignPasswordsNeeds {
  readonly keyring: Keyring
  /** Opens a process beside this one that compares by a file of the room. Without it, it compares in this process. */
  readonly hashElsewhere?: ((file: URL, silentMilliseconds: number) => Pick<Argon2, 'verify'>) | undefined
}

/** A room that knows such hashes. There is at most one. */
export interface RoomWithForeignPasswords {
  readonly foreignPasswords?: (needs: ForeignPasswordsNeeds) => ForeignPasswords
}

/** The hashes of other systems, of the one room that knows them. */
export function foreignPasswordsOf(
  rooms: readonly RoomWithForeignPasswords[],
  needs: ForeignPasswordsNeeds,
): ForeignPasswords | undefined {
  const [first] = rooms.flatMap(({ foreignPasswords }) => foreignPasswords ?? [])
  return first?.(needs)
}
