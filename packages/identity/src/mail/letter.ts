import type { UnixSeconds } from '../platform/clock.ts'
import type { Secret } from '../platform/secret.ts'

/** A letter to a citizen; addresses and links are whole (`https://…`), and each letter leads to one place. */
export type Letter =
  | { readonly kind: 'registration'; readonly link: Secret }
  | { readonly kind: 'already-registered'; readonly signInAddress: string; readonly recoverAddress: string }
  | { readonly kind: 'recovery'; readonly link: Secret }
  | { readonly kind: 'new-browser'; readonly link: Secret }
  | { readonly kind: 'verification'; readonly link: Secret }
  | { readonly kind: 'password-changed'; readonly recoverAddress: string }
  | {
      readonly kind: 'new-device'
      readonly browser: string
      readonly system: string
      readonly at: UnixSeconds
      readonly recoverAddress: string
    }
  /** Goes to the address that was the citizen's until now. */
  | { readonly kind: 'address-changed'; readonly recoverAddress: string }
  /** Written and composed like any other and then thrown away, so that an address without an account costs the same work. */
  | { readonly kind: 'decoy' }

/** The kinds of letters that are really sent. */
export type SentLetter = Exclude<Letter, { kind: 'decoy' }>

/** To whom a letter goes, in which language, and until when it is worth sending. */
export interface Envelope {
  /** The address in its stored spelling; the name is for the greeting alone and never gets into a header. */
  readonly to: { readonly name: string; readonly address: string }
  readonly language: string
  readonly expiresAt: UnixSeconds
}
