import { hash, verify } from '@node-rs/argon2'

/** Argon2id as OWASP recommends it: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash of no password; to compare with it costs the same. */
const NOBODYS_HASH = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** What is kept of a password. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST)

/** Whether this is the password; takes as long where there is none, so that nobody learns who has an account. */
export const isPassword = (password: string, passwordHash = NOBODYS_HASH): Promise<boolean> =>
  verify(passwordHash, password)
