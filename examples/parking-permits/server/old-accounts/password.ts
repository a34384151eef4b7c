import { hash, verify } from '@node-rs/argon2'

/** Argon2id as OWASP recommends it: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** What is kept of a password. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST)

let nobodys: Promise<string> | undefined

/** Whether this is the password; takes as long where there is none, so that nobody learns who has an account. */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  nobodys ??= hashPassword('the password of nobody')
  const isRight = await verify(passwordHash ?? (await nobodys), password)
  return isRight && passwordHash !== undefined
}
