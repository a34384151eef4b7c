import type { Browser } from './platform/browser.ts'

const VERIFIER_BYTES = 32

/** 32 random bytes, in base64url without padding: 43 characters. */
export const randomText = (browser: Pick<Browser, 'crypto'>): string =>
  base64url(browser.crypto.getRandomValues(new Uint8Array(VERIFIER_BYTES)))

/** The S256 challenge of a verifier (RFC 7636 §4.2). */
export async function challengeOf({ crypto }: Pick<Browser, 'crypto'>, verifier: string): Promise<string> {
  if (!crypto.subtle) throw new Error('Sign-in needs https')
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return base64url(new Uint8Array(digest))
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
