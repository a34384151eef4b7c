import { type Algorithm, hash, type Options, verify } from '@node-rs/argon2'
import { accepted, type Result, refused } from '../platform/result.ts'

/** Computes hashes. `busy`: nothing was computed, or its answer was lost. `unreadable`: what is stored is no hash that it knows. */
export interface Argon2 {
  /** Argon2id in PHC string format. */
  hash(password: string): Promise<Result<string, 'busy'>>
  verify(hash: string, password: string): Promise<Result<boolean, 'busy' | 'unreadable'>>
}

const ARGON2ID: Algorithm = 2

/** OWASP's first choice for Argon2id: 19 MiB, two passes, one lane. */
const COST: Options = { algorithm: ARGON2ID, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** A hash at the same cost that no known password gives. */
export const NOBODYS_HASH = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** In threads of Node's pool: for whoever hashes a few passwords. */
export const argon2InThreads: Argon2 = {
  hash: async (password) => accepted(await hash(password, COST)),
  verify: (known, password) => verify(known, password).then(accepted, () => refused('unreadable' as const)),
}
