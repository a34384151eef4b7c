/**
 * A browser's visit to a hosted page: which browser it is, in which language it wants to read, and whether a form that it
 * sends was shown to it by this service. Every room with pages begins here; what the pages say is in `pages`.
 */
export {
  frameFor,
  openForm,
  openPage,
  problemReply,
  queryParameter,
  readOwnForm,
  type Visit,
  type VisitNeeds,
  visitOf,
} from './visit.ts'
