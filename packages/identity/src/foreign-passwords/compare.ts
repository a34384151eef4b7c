import { accepted, type Result, refused } from '../platform/result.ts'
import { readForeignHash } from './read-hash.ts'

/** Compares a password with a hash of another system, in this process: in NFC, and where it was typed otherwise, as it was typed. */
export async function compareForeign(
  hash: string,
  typed: string,
): Promise<Result<boolean, 'busy' | 'unreadable'>> {
  const read = readForeignHash(hash)
  if (!read.ok) return refused('unreadable')
  for (const spelling of new Set([typed.normalize('NFC'), typed]))
    if (await read.value.isRight(Buffer.from(spelling))) return accepted(true)
  return accepted(false)
}

/** Whether such a hash says nothing about the end of this password, because it is longer than what is compared. */
export function isComparedInPart(hash: string, typed: string): boolean {
  const read = readForeignHash(hash)
  const compared = (read.ok && read.value.comparedBytes) || Number.POSITIVE_INFINITY
  return [typed, typed.normalize('NFC')].some((spelling) => Buffer.byteLength(spelling) > compared)
}
