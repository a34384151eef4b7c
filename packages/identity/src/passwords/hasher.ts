import type { Metric } from '../platform/metric.ts'
import type { Result } from '../platform/result.ts'
import { type Argon2, argon2InThreads, NOBODYS_HASH } from './argon2.ts'
import { hashQueue, type Place } from './hash-queue.ts'
import { normalisePassword } from './password.ts'

/** The result of comparing a password with a hash. `busy`: nothing was compared, because too many wait or the process that hashes ended. */
export type Verdict = 'right' | 'wrong' | 'busy'

/** Hashes and compares passwords. */
export interface PasswordHasher {
  /** Argon2id in PHC string format. The caller has checked the password. */
  hash(password: string): Promise<Result<string, 'busy'>>
  /**
   * Compares a password with a hash. Without a hash (`undefined` or `''`), and for a password that is too long, the
   * work is the same and the answer is `wrong`. A place that was kept is used up.
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
}

/** Makes the one hasher of a process. Each further one would use as many threads again. */
export function createPasswordHasher({
  argon2 = argon2InThreads,
  ...options
}: PasswordHasherOptions): PasswordHasher & { readonly metrics: readonly Metric[] } {
  const queue = hashQueue(options)
  return {
    metrics: queue.metrics,
    reserve: queue.reserve,
    hash: (password) => queue.run(() => argon2.hash(normalisePassword(password) ?? password)),
    verify: async (known, password, { run }: Pick<Place, 'run'> = queue) => {
      const normalised = normalisePassword(password)
      const hash = normalised !== undefined && known ? known : NOBODYS_HASH
      const compared = await run(() => argon2.verify(hash, normalised ?? ''))
      if (!compared.ok) return 'busy'
      return compared.value && hash !== NOBODYS_HASH ? 'right' : 'wrong'
    },
  }
}
