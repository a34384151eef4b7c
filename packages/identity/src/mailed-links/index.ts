/**
 * Mailed links of every kind. One table (`link-kinds.ts`) says how long each kind is valid, where it is requested and
 * where it leads. This room has what the kinds share: the form and the API for requests, their limits, the tables,
 * which have only a hash of each link, and the page behind the link.
 *
 * A link is valid once and until it expires. A link to an account also ends when the security version rises. Showing
 * its page changes nothing. The room above decides what a link does: `enrollment` (a first password), `recovery` (a new password,
 * a new browser), `account-pages` (a new verification of the address), `lost-app` and `change-address`.
 */
export {
  endLinks,
  eraseLinks,
  findOwnedLink,
  type LinkRecipient,
  letterLink,
  type MintedLetterLink,
  type OwnedLink,
  readLetterLink,
  requestOwnLink,
  sendAccountLink,
  spendLink,
  storeAddressLink,
  storeLetterLink,
} from './account-links.ts'
export {
  admitRequest,
  endReplacedCode,
  type LinkRequest,
  type LinkRequestRefusal,
  type LinkTrouble,
  type RequestLinkNeeds,
  readRequest,
  type SentLink,
} from './admit-request.ts'
export { type LeaveToMailNeeds, leaveToMail, type Objection } from './leave-to-mail.ts'
export { LINK_KINDS } from './link-kinds.ts'
export { linkPages } from './link-pages.ts'
export { REGISTRATIONS, type Registration } from './link-store.ts'
export { type MintedLink, mintLink } from './mint-link.ts'
export { readRequestBody, requestApi, requestApiReply } from './request-api.ts'
export {
  type RequestForm,
  readRequestForm,
  requestedReply,
  requestFormAgain,
  requestFormReply,
  requestOfNote,
} from './request-pages.ts'
export { MAILED_LINKS } from './room.ts'
export { readSentNote, type SentNote } from './sent-cookie.ts'
export { readNoteToRepeat, redirectToSent, repeatedReply, sendAgainRoute, sentPages } from './sent-pages.ts'
