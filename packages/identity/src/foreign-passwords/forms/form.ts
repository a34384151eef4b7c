import type { Result } from '../../platform/result.ts'

/** A hash of another system. */
export interface ForeignHash {
  /** About how long a core works for one comparison. */
  readonly milliseconds: number
  /** About how much memory it needs. */
  readonly bytes: number
  isRight(password: Buffer): Promise<boolean>
}

/** Why a hash is not taken. `unknown` also covers one that is damaged, or of a version that is not known. */
export type HashRefusal = 'unknown' | 'too-weak' | 'too-costly'

/** Reads the hashes of one kind. Undefined where a text is none of them. */
export type ReadForm = (text: string) => Result<ForeignHash, HashRefusal> | undefined

/** Kilobytes, as algorithms count them. */
export const KIB = 1024
