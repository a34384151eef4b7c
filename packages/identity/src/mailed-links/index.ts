/**
 * Links that are mailed to citizens, of every kind: how long each works, where it is asked for and where it leads, in one
 * table (`link-kinds.ts`). This room has what they have in common: the form and the API by which a link is asked for, the
 * limits on asking, the tables in which only a hash of the link is kept, the page behind the link, and its end.
 *
 * A link works once and until it expires; one to an account also dies with the security version that it was made under.
 * Showing the page behind it changes nothing. What a link is good for is decided in `enrollment` (a first password),
 * `recovery` (a new password, a new browser) and `account-pages` (a new proof of the address).
 */
export {
  endLinks,
  eraseLinks,
  findOwnedLink,
  type LinkRecipient,
  type OwnedLink,
  sendAccountLink,
  spendLink,
} from './account-links.ts'
export { deleteOldLinks } from './delete-old-links.ts'
export { LINK_KINDS } from './link-kinds.ts'
export { linkPages } from './link-pages.ts'
export { REGISTRATIONS, type Registration } from './link-store.ts'
export { mintLink } from './mint-link.ts'
export { requestApi } from './request-api.ts'
export {
  type LinkRequest,
  type LinkRequestRefusal,
  type LinkTrouble,
  type RequestLinkNeeds,
  readRequest,
  requestLink,
} from './request-link.ts'
export { type RequestForm, requestPages } from './request-pages.ts'
