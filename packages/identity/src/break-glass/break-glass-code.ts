import { createHmac } from 'node:crypto'
import type { Random } from '../platform/random.ts'
import type { Secret } from '../platform/secret.ts'
import { newSignCode, readSignCode } from '../platform/sign-code.ts'

const SIGNS = 25

/** Makes a code: 125 random bits in groups of five signs, which can be read out and typed. */
export function newBreakGlassCode(random: Random): Secret {
  return newSignCode(random, { signs: SIGNS, group: 5 })
}

/** Reads a typed code. Nothing for any other text. */
export function readBreakGlassCode(typed: string): string | undefined {
  return readSignCode(typed, SIGNS)
}

/** What is stored of a code: HMAC-SHA-256 (RFC 2104) with the code as its key, over what it opens. So it is of this operator and this row alone. */
export function breakGlassHash(
  code: string,
  { glassId, citizenId }: { readonly glassId: string; readonly citizenId: string },
): Buffer {
  return createHmac('sha256', code).update(`break-glass ${glassId} ${citizenId}`).digest()
}
