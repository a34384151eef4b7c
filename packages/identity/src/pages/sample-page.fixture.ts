import type { Html } from '../platform/html.ts'
import type { PageFrame } from './layout.ts'

/** The texts that people outside choose; a test may make them hostile. */
export interface ChosenTexts {
  readonly name: string
  readonly email: string
  readonly program: string
  readonly token: string
}

/** One page in one state. */
export interface SamplePage {
  readonly name: string
  readonly render: (frame: PageFrame) => Pick<Html, 'toString'>
}

/** An instant. */
export const SECOND = 1_767_225_600

/** A day. */
export const DAY_SECONDS = 86_400

/** Options of a passkey that a browser can read (WebAuthn level 3, section 5.4), with a text that people outside choose. */
export const passkeyOptions = (text: string): string => {
  const bytes = 'AAECAwQFBgcICQoLDA0ODw'
  const user = { id: bytes, name: text, displayName: text }
  const pubKeyCredParams = [{ type: 'public-key', alg: -7 }]
  const rp = { name: text }
  return JSON.stringify({ challenge: bytes, timeout: 300_000, user, rp, pubKeyCredParams })
}
