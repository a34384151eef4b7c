import { accepted, type Result, refused } from '../platform/result.ts'
import { readForeignHash } from './read-hash.ts'

/** Compares a password with a hash of another system, in this process. */
export async function compareForeign(
  hash: string,
  password: string,
): Promise<Result<boolean, 'busy' | 'unreadable'>> {
  const read = readForeignHash(hash)
  if (!read.ok) return refused('unreadable')
  return accepted(await read.value.isRight(Buffer.from(password)))
}
