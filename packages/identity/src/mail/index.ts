/**
 * Letters to citizens. A letter is written into the outbox in the transaction that makes it due, sealed, because it
 * holds a link; from there it goes to the mail server in the background, again and again until it is taken or no
 * longer worth sending. Its recipient is exactly the stored address; nothing that a person typed gets into a header.
 * Whether there is an account is no affair of this room: it is asked only whether mail can be sent at all.
 */
export type { Sender } from './compose-letter.ts'
export type { Envelope, Letter } from './letter.ts'
export { adviceOn, MailTrouble } from './mail-trouble.ts'
export { listMailbox, type StoredMail } from './mailbox.ts'
export { createMailboxTransport } from './mailbox-transport.ts'
export type { Negotiated } from './negotiated.ts'
export { type PostNeeds, postLetter } from './post-letter.ts'
export { createMailSender, type MailSender, type MailSenderNeeds } from './sender.ts'
export { createSmtpTransport } from './smtp-transport.ts'
export type { ComposedMail, MailTransport, SendOutcome } from './transport.ts'
