import type { UnixSeconds } from '../platform/clock.ts'
import type { Secret } from '../platform/secret.ts'

/** A letter with a mailed link, and with its code where the browser that asked can take one. */
interface LinkLetter<Kind> {
  readonly kind: Kind
  readonly link: Secret
  readonly code?: Secret | undefined
}

/** A letter to a citizen. Addresses and links are absolute (`https://…`), and each letter has one link. */
export type Letter =
  | WrittenLetter
  | LinkLetter<'registration'>
  | { readonly kind: 'already-registered'; readonly signInAddress: string; readonly recoverAddress: string }
  | LinkLetter<'recovery'>
  /** The same link, after its citizen ended everything. */
  | LinkLetter<'was-not-me'>
  | LinkLetter<'new-browser'>
  | LinkLetter<'verification'>
  | { readonly kind: 'password-changed'; readonly recoverAddress: string }
  | {
      readonly kind: 'new-device'
      readonly browser: string
      readonly system: string
      readonly at: UnixSeconds
      /** Whether more such sign-ins may come in the next hour without a letter. */
      readonly isLast?: boolean
      readonly recoverAddress: string
    }
  /** Composed like any other letter and then discarded, so that an address without an account costs the same work. */
  | { readonly kind: 'decoy' }

/** The button of a letter, and where it leads: to an address that is no secret, or by a mailed link. */
export type LetterStep = { readonly label: string } & (
  | { readonly address: string }
  | { readonly link: Secret }
)

/** The text of a letter, by paragraphs. */
export interface LetterText {
  readonly subject: string
  readonly before: readonly string[]
  readonly steps: readonly LetterStep[]
  readonly after: readonly string[]
}

/** A letter whose room has written it, in the language of its recipient. */
export interface WrittenLetter {
  readonly kind: 'written'
  /** Which letter it is, for the outbox. */
  readonly name: string
  readonly text: LetterText
  /** The code of its link, where the browser that asked can take one. */
  readonly code?: Secret | undefined
}

/** The letters whose words are here. */
export type SentLetter = Exclude<Letter, WrittenLetter | { kind: 'decoy' }>

/** The recipient of a letter, its language, and when it is too late to send. */
export interface Envelope {
  /** The address in its stored spelling. The name is only for the greeting and is never in a header. */
  readonly to: { readonly name: string; readonly address: string }
  readonly language: string
  readonly expiresAt: UnixSeconds
  /** What only the browser has that waits for the letter. It may read that the letter was refused: only where every address gets one. */
  readonly askedBy?: Buffer | undefined
  /** The citizen whom a supporter reads it with, where it is given up. */
  readonly about?: string | undefined
}
