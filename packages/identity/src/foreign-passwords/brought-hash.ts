import { accepted, type Result, refused } from '../platform/result.ts'
import type { HashRefusal } from './forms/form.ts'
import { spellKeycloak } from './forms/keycloak.ts'
import { readForeignHash } from './read-hash.ts'

/** A hash to keep; `''` where there is none, or where it is too weak. */
export interface BroughtHash {
  readonly text: string
  readonly isWeak: boolean
}

const SAYS: Readonly<Record<Exclude<HashRefusal, 'too-weak'>, string>> = {
  unknown: 'password_hash is of no kind that is known, or it is damaged',
  'too-costly': 'password_hash would take more work at each sign-in than a password may',
}

/**
 * Reads the hash that a citizen brings: a text, or what Keycloak has of a password. One that is too weak is none, and the citizen sets a new
 * password by mail. For any other that is not taken, the refusal says why.
 */
export function readBroughtHash(given: unknown): Result<BroughtHash, string> {
  const text = textOf(given)
  if (text === '') return accepted({ text, isWeak: false })
  const read = readForeignHash(text ?? '')
  if (read.ok && text !== undefined) return accepted({ text, isWeak: false })
  const refusal = read.ok ? 'unknown' : read.refusal
  return refusal === 'too-weak' ? accepted({ text: '', isWeak: true }) : refused(SAYS[refusal])
}

function textOf(given: unknown): string | undefined {
  if (typeof given === 'string') return given.trim()
  if (typeof given !== 'object' || given === null) return undefined
  const { credentialData, secretData } = Object.fromEntries(Object.entries(given))
  return spellKeycloak({ credentialData, secretData })
}
