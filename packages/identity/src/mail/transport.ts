import type { UnixSeconds } from '../platform/clock.ts'
import type { Negotiated } from './negotiated.ts'

/** A complete mail. Only its text and its recipient come from people; no header does. */
export interface ComposedMail {
  /** The name of this mail in files and logs. */
  readonly messageId: string
  /** `Message-ID` without the angle brackets. */
  readonly headerId: string
  readonly from: { readonly name: string; readonly address: string }
  /** The bare address: `To` and the envelope's only recipient, byte for byte. */
  readonly to: string
  readonly subject: string
  readonly at: UnixSeconds
  readonly language: string
  readonly text: string
  readonly html: string
}

/**
 * The result of sending a mail. `refused-recipient`: this recipient will never accept it. `refused-mail`: nor will it accept this mail,
 * as where a mailbox is full. `deferred`: not now, because of this mail or its recipient. `unanswered`: the connection broke or no answer came. `unavailable`: the mail server
 * accepts nothing from us now, whoever the recipient is.
 */
export type SendOutcome =
  | { readonly kind: 'sent' }
  | {
      readonly kind: 'refused-recipient' | 'refused-mail' | 'deferred' | 'unanswered' | 'unavailable'
      readonly reply: string
    }

/** The way that mails leave the process. */
export interface MailTransport {
  /** Sends a mail. Expected troubles are outcomes and are not thrown. */
  send(mail: ComposedMail): Promise<SendOutcome>
  /** Whether mail would be accepted, and over which connection, if there is one. Throws MailTrouble where it would not. */
  probe(): Promise<Negotiated | undefined>
  close(): void
}
