/**
 * Letters to citizens. A letter is stored in the outbox in the transaction that makes it due. It is sealed, because it
 * contains a link. The sender works in the background and tries until the mail server accepts the letter, or it is too
 * late. The recipient is exactly the stored address, and nothing that a person typed is in a header. This room does not
 * know whether there is an account; others ask it only whether mail can be sent at all. A room above tells a citizen what
 * happened in the account by `News`: its own words.
 */
export type { Sender } from './compose-letter.ts'
export { countWaitingByKind, findBacklog, type WaitingOfKind } from './count-letters.ts'
export { findGivenUp, findPutOff } from './find-given-up.ts'
export {
  findHandOver,
  meaningOf,
  sayHandOver,
  sayPutOff,
  sayRefused,
  tellNeverSent,
  tellPutOff,
} from './hand-over.ts'
export type { Envelope, Letter, LetterText } from './letter.ts'
export { type NamedLetter, subjectOf } from './letter-subjects.ts'
export { adviceOn, MailTrouble } from './mail-trouble.ts'
export { listMailbox, type StoredMail } from './mailbox.ts'
export { createMailboxTransport } from './mailbox-transport.ts'
export type { Negotiated } from './negotiated.ts'
export { type News, type NewsFacts, type NewsText, newsLetter, postNews } from './news.ts'
export {
  findPutOffLink,
  findRefusal,
  findWrittenLetters,
  hasLetterOf,
  isLetterRefused,
  type WrittenLetter,
} from './outbox-store.ts'
export { type LetterNeeds, MOST_LETTERS_PER_HOUR, postLetter, postTo, type WakesMail } from './post-letter.ts'
export { MAIL } from './room.ts'
export { createMailSender, type MailSender } from './sender.ts'
export { createSmtpTransport } from './smtp-transport.ts'
export { tracedTransport } from './traced-transport.ts'
export type { ComposedMail, MailTransport, SendOutcome } from './transport.ts'
export { WAS_NOT_ME } from './words/was-not-me.ts'
