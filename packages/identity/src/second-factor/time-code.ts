import { Secret as AppSecret, TOTP } from 'otpauth'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Random } from '../platform/random.ts'
import { plainCode } from '../platform/typed-code.ts'

/** As long as a hash of HMAC-SHA1, which all apps can do (RFC 4226 section 4, requirement R6). */
const SECRET_BYTES = 20

/** How long a code is shown (RFC 6238 section 5.2). */
export const STEP_SECONDS = 30

const DIGITS = 6

/** A code may be of the step before or after: clocks differ, and people type slowly (RFC 6238 section 5.2). */
const WINDOW_STEPS = 1

const FORM_OF_A_CODE = /^\d{6}$/

/** Makes the secret that the service and an app share. */
export function newAppSecret(random: Random): Buffer {
  return random.bytes(SECRET_BYTES)
}

/** Reads a typed code: six digits, as `plainCode` takes them. Nothing for any other text. */
export function readTimeCode(typed: string): string | undefined {
  const code = plainCode(typed)
  return FORM_OF_A_CODE.test(code) ? code : undefined
}

/** The step whose code this is, within the window around now. Nothing where it is none. */
export function stepOfCode(secret: Buffer, code: string, now: UnixSeconds): number | undefined {
  const delta = codesOf(secret).validate({ token: code, timestamp: now * 1000, window: WINDOW_STEPS })
  return delta === null ? undefined : Math.floor(now / STEP_SECONDS) + delta
}

/** The secret as a citizen types it into an app: base32 in groups of four. */
export function typedSecret(secret: Buffer): string {
  const text = new AppSecret({ buffer: Uint8Array.from(secret).buffer }).base32
  return text.match(/.{1,4}/g)?.join(' ') ?? text
}

/**
 * The address in the QR code: `otpauth://totp/…` with the secret, the service and the account. A colon ends the name of the service there, also an
 * encoded one (Key URI Format), so the name goes without.
 */
export function setupAddress(secret: Buffer, { issuer, label }: { issuer: string; label: string }): string {
  const service = issuer.replaceAll(':', ' ').replaceAll(/\s+/g, ' ').trim()
  return codesOf(secret, { issuer: service, label }).toString()
}

function codesOf(secret: Buffer, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({
    ...names,
    secret: new AppSecret({ buffer: Uint8Array.from(secret).buffer }),
    algorithm: 'SHA1',
    digits: DIGITS,
    period: STEP_SECONDS,
  })
}
