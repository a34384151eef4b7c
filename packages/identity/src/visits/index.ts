/**
 * A browser's visit to a hosted page: which browser it is, in which language it wants to read, and whether a form that it
 * sends was shown to it by this service since somebody last signed in or out there; and the replies that visits of several rooms end in. Every room with pages begins here; what the pages say is in `pages`.
 */
export { linkInvalidReply, setPasswordReply } from './mailed-link.ts'
export { type PageAgain, pageAt } from './page-again.ts'
export { carryResume } from './resume-link.ts'
export { retryHeaders } from './retry-headers.ts'
export { readSentNote, redirectToSent } from './sent-note.ts'
export {
  frameFor,
  openForm,
  openPage,
  problemReply,
  queryParameter,
  readOwnForm,
  staleFormReply,
  type Visit,
  type VisitNeeds,
  visitOf,
} from './visit.ts'
