import type { Metric } from '../platform/metric.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { type Argon2, argon2InThreads, NOBODYS_HASH } from './argon2.ts'
import { hashQueue, type Place } from './hash-queue.ts'
import { normalisePassword, typedPassword } from './password.ts'

/**
 * The result of comparing a password with a hash. `unreadable`: what is stored is no hash, so no password is ever right. `busy`: nothing
 * was compared, because too many wait or the process that hashes ended.
 */
export type Verdict = 'right' | 'wrong' | 'unreadable' | 'busy'

/** Hashes and compares passwords. */
export interface PasswordHasher {
  /** Argon2id in PHC string format. The caller has checked the password. */
  hash(password: string): Promise<Result<string, 'busy'>>
  /**
   * Compares a password with a hash. Without a hash (`undefined` or `''`), for a password that is too long, and where the hash cannot
   * be read, the work is the same. A place that was kept is used up.
   */
  verify(hash: string | undefined, password: string, place?: Place): Promise<Verdict>
  /**
   * Keeps a place for one comparison of a password that came from this network. Undefined where both would say `busy` now: whoever asks
   * first does nothing else for a request that is refused anyway.
   */
  reserve(network: string): Place | undefined
}

/** How many passwords are hashed at once (see `hashingPlaces`), and how many may wait. */
export interface PasswordHasherOptions {
  readonly concurrency: number
  readonly maxWaiting: number
  /** Where they are hashed. Without it, in threads of this process. */
  readonly argon2?: Argon2 | undefined
  /** Whether a password is compared in the spelling in which it was typed. Without it, in the one that is stored. */
  readonly comparesTyped?: boolean
}

/** Makes the one hasher of a process. Each further one would use as many threads again. */
export function createPasswordHasher({
  argon2 = argon2InThreads,
  comparesTyped = false,
  ...options
}: PasswordHasherOptions): PasswordHasher & { readonly metrics: readonly Metric[] } {
  const queue = hashQueue(options)
  return {
    metrics: queue.metrics,
    reserve: queue.reserve,
    hash: (password) => queue.run(() => argon2.hash(normalisePassword(password) ?? password)),
    verify: async (known, password, { run }: Pick<Place, 'run'> = queue) => {
      const normalised = normalisePassword(password)
      const spelled = comparesTyped ? typedPassword(password, normalised) : normalised
      const hash = normalised !== undefined && known ? known : NOBODYS_HASH
      const compared = await run(() => compare(argon2, hash, spelled ?? ''))
      if (!compared.ok) return compared.refusal
      return compared.value === 'right' && hash === NOBODYS_HASH ? 'wrong' : compared.value
    },
  }
}

/** A hash that cannot be read is found at once. The work that follows hides which account has one. */
async function compare(argon2: Argon2, hash: string, password: string): Promise<Result<Verdict, 'busy'>> {
  const compared = await argon2.verify(hash, password)
  if (compared.ok) return accepted(compared.value ? 'right' : 'wrong')
  if (compared.refusal === 'busy') return refused('busy')
  const same = await argon2.verify(NOBODYS_HASH, password)
  return same.ok ? accepted('unreadable') : refused('busy')
}
