/**
 * Mailed links of every kind. The rules of a kind say how long it is valid, whose it is, what ends it, where it is requested and where it
 * leads: those of the first kinds are in `link-kinds.ts`, and other rooms bring theirs. This room has what the kinds share: the form and the API for requests, their limits, the table of all links,
 * which has only a hash of each, and the page behind the link.
 *
 * A link is valid once and until it expires. A link to an account also ends when the security version rises. Showing its page changes
 * nothing. The room above whose page is behind the link decides what it does: `docs/rooms.md` lists the kinds by their rooms.
 */
export {
  endLinks,
  findOwnedLink,
  type LinkRecipient,
  type OwnedLink,
  requestOwnLink,
  sendAccountLink,
  spendLink,
  storeLink,
} from './account-links.ts'
export { type LeaveToMailNeeds, leaveToMail, type Objection } from './leave-to-mail.ts'
export { type AccountLinkRules, type AskedLinkRules, LINK_KINDS, type LinkRules } from './link-kinds.ts'
export { linkPages } from './link-pages.ts'
export type { MintedLink } from './mint-link.ts'
export { mintLink } from './mint-link.ts'
export {
  findRegistration,
  type Registration,
  spendRegistration,
  storeRegistration,
  type WaitingRegistration,
} from './registration-links.ts'
export { readRequestBody, requestApi, requestApiReply } from './request-api.ts'
export {
  admitRequest,
  endReplacedCode,
  type LinkRequest,
  type LinkRequestRefusal,
  type LinkTrouble,
  type RequestLinkNeeds,
  readRequest,
  type SentLink,
} from './request-link.ts'
export {
  type RequestForm,
  readRequestForm,
  requestedReply,
  requestFormAgain,
  requestFormReply,
  requestOfSent,
} from './request-pages.ts'
export { MAILED_LINKS } from './room.ts'
export { isAskedHere, readSentMail, type SentMail } from './sent-cookie.ts'
export { redirectToSent, type SentPagesNeeds, sendAgainRoute, sentPages } from './sent-pages.ts'
