import { hash, verify } from '@node-rs/argon2'

/** Argon2id with the parameters that OWASP recommends: 19 MiB, two iterations, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash of no password. A comparison with it takes the same time. */
const DECOY_HASH = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Only this hash of a password is stored. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST)

/** Checks a password. It takes the same time without a hash, so that a stranger does not learn who has an account. */
export const isPassword = (password: string, passwordHash = DECOY_HASH): Promise<boolean> =>
  verify(passwordHash, password)
