/**
 * The HTTP side of a hosted page. A *page request* says which browser asks, in which language, and, on pages for
 * signed-in citizens, who is signed in. A form counts only if this service showed it to the same browser and nobody has
 * signed in or out there since. The time between a sign-in or sign-out and the next is one *visit*. A form that is sent
 * again gets the answer of the first. Every route of a page begins here. `pages` has the words.
 */
export { answerOnce, type OnceNeeds } from './answer-once.ts'
export { type Browser, browserOf } from './browser.ts'
export { type KeptForm, readKeptForm } from './kept-form.ts'
export {
  carryResume,
  type FormPage,
  type FormProblem,
  pageAt,
  pageReply,
  retryHeaders,
  statusOf,
} from './page-reply.ts'
export {
  askedLanguages,
  atAddress,
  formlessFrame,
  frameFor,
  languageFor,
  originOf,
  type PageNeeds,
  type PageRequest,
  pageRequestOf,
  queryParameter,
  readLanguage,
  readOwnAddress,
  rememberAsked,
  rememberLanguage,
} from './page-request.ts'
export {
  type FormNeeds,
  formRoute,
  keptIn,
  onceRoute,
  pageRoute,
  readOwnForm,
  type SignedInNeeds,
  type SignedInRequest,
  signedInFormRoute,
  signedInPageRoute,
} from './page-routes.ts'
export { problemReply } from './problem-reply.ts'
export {
  carriedAddress,
  carryAddress,
  carryTyped,
  type NoteCookie,
  type NoteNeeds,
  readNote,
  typedAddress,
  writeNote,
} from './visit-note.ts'
