import type { Result } from '../../platform/result.ts'

/** A hash of another system. */
export interface ForeignHash {
  /** About how long a core works for one comparison with the longest password: 256 characters of four bytes. */
  readonly milliseconds: number
  /** About how much memory it needs. */
  readonly bytes: number
  /** So many bytes of a password are compared, and what follows them may be anything. Undefined where all are. */
  readonly comparedBytes?: number
  isRight(password: Buffer): Promise<boolean>
}

/** Why a hash is not taken. `unknown` also covers one that is damaged, or of a version that is not known. */
export type HashRefusal = 'unknown' | 'too-weak' | 'too-costly'

/** Reads the hashes of one kind. Undefined where a text is none of them. */
export type ReadForm = (text: string) => Result<ForeignHash, HashRefusal> | undefined

/** With a shorter hash, too many passwords would be right. */
export const LEAST_HASH_BYTES = 16

/** With a shorter salt, one guess would serve for many accounts. */
export const LEAST_SALT_BYTES = 4

/** Kilobytes, as algorithms count them. */
export const KIB = 1024
