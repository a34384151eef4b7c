import { type Algorithm, hash, type Options, verify } from '@node-rs/argon2'
import type { Metric } from '../platform/metric.ts'
import type { Result } from '../platform/result.ts'
import { hashQueue } from './hash-queue.ts'
import { normalisePassword } from './password.ts'

/** The result of comparing a password with a hash. `busy`: nothing was compared, because too many wait. */
export type Verdict = 'right' | 'wrong' | 'busy'

/** Hashes and compares passwords. */
export interface PasswordHasher {
  /** Argon2id in PHC string format. The caller has checked the password. */
  hash(password: string): Promise<Result<string, 'busy'>>
  /**
   * Compares a password with a hash. Without a hash (`undefined` or `''`), and for a password that is too long, the
   * work is the same and the answer is `wrong`.
   */
  verify(hash: string | undefined, password: string): Promise<Verdict>
  /** Whether both would say `busy` now. Whoever asks first does nothing else for a request that is refused anyway. */
  isBusy(): boolean
}

/** How many passwords are hashed at once (see `hashingPlaces`), and how many may wait. */
export interface PasswordHasherOptions {
  readonly concurrency: number
  readonly maxWaiting: number
}

const ARGON2ID: Algorithm = 2

/** OWASP's first choice for Argon2id: 19 MiB, two passes, one lane. */
const COST: Options = { algorithm: ARGON2ID, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** A hash at the same cost that no known password gives. */
export const NOBODYS_HASH = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Makes the one hasher of a process. Each further one would use as many threads again. */
export function createPasswordHasher(
  options: PasswordHasherOptions,
): PasswordHasher & { readonly metrics: readonly Metric[] } {
  const queue = hashQueue(options)
  return {
    metrics: queue.metrics,
    isBusy: () => queue.isFull(),
    hash: (password) => queue.run(() => hash(normalisePassword(password) ?? password, COST)),
    verify: async (known, password) => {
      const normalised = normalisePassword(password)
      const hash = normalised !== undefined && known ? known : NOBODYS_HASH
      const compared = await queue.run(() => verify(hash, normalised ?? ''))
      if (!compared.ok) return 'busy'
      return compared.value && hash !== NOBODYS_HASH ? 'right' : 'wrong'
    },
  }
}
