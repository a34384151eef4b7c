import type { UnixSeconds } from '../platform/clock.ts'

/** A mail that is ready to go: only its text and its recipient come from people, and no header does. */
export interface ComposedMail {
  /** Names this mail in files and logs. */
  readonly messageId: string
  /** `Message-ID` without the angle brackets. */
  readonly headerId: string
  readonly from: { readonly name: string; readonly address: string }
  /** The bare address: `To` and the envelope's one recipient, byte for byte. */
  readonly to: string
  readonly subject: string
  readonly at: UnixSeconds
  readonly language: string
  readonly text: string
  readonly html: string
}

/**
 * What became of a mail. `refused-recipient`: this recipient will never take it. `deferred`: not now, because of this
 * mail or its recipient. `unanswered`: the connection broke or fell silent on the way. `unavailable`: the mail server
 * takes nothing from us at this time, whoever the recipient is.
 */
export type SendOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused-recipient' | 'deferred' | 'unanswered' | 'unavailable'; readonly reply: string }

/** The way out of the process for mails. */
export interface MailTransport {
  /** Hands a mail over; expected trouble is an outcome, never thrown. */
  send(mail: ComposedMail): Promise<SendOutcome>
  /** Whether mails would be taken; throws MailTrouble when not. */
  probe(): Promise<unknown>
  close(): void
}
