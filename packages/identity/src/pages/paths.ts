import { namesOf } from '../platform/names-of.ts'

/** The paths that pages link and post to, unless their view has others. */
export const PATHS = {
  register: '/register/',
  login: '/login/',
  recover: '/recover/',
  newBrowser: '/login/new-browser/',
  language: '/language/',
  logout: '/logout/',
  profile: '/account/',
  password: '/account/password/',
  sessions: '/account/sessions/',
  endSession: '/account/sessions/end/',
  endOtherSessions: '/account/sessions/end-others/',
  programs: '/account/programs/',
  passkeys: '/account/passkeys/',
  addPasskey: '/account/passkeys/add/',
  removePasskey: '/account/passkeys/remove/',
  renamePasskey: '/account/passkeys/rename/',
  codes: '/account/codes/',
  addApp: '/account/codes/add/',
  removeApp: '/account/codes/remove/',
  renameApp: '/account/codes/rename/',
  newRecoveryCodes: '/account/codes/recovery/',
  loginCode: '/login/code/',
  lostApp: '/login/code/lost/',
  keepApp: '/account/codes/keep/',
  offerPasskey: '/account/passkeys/offer/',
  usePasskey: '/login/passkey/',
  activity: '/account/activity/',
  wasNotMe: '/account/activity/not-me/',
  data: '/account/data/',
  downloadData: '/account/data/download/',
  changeAddress: '/account/address/',
  keepAddress: '/account/address/stop/',
  closeAccount: '/account/close/',
  disconnectProgram: '/account/programs/disconnect/',
} as const

/** The pages that ask for a proof again, by the name that their forms give. */
export const PROVEN_PAGES = {
  passkeys: PATHS.passkeys,
  codes: PATHS.codes,
  data: PATHS.data,
  closing: PATHS.closeAccount,
  address: PATHS.changeAddress,
} as const

/** A page that asks for a proof again. */
export type ProvenPage = keyof typeof PROVEN_PAGES

/** The page that a form names, if it is one of these. */
export function provenPageOf(given: string): ProvenPage | undefined {
  return namesOf(PROVEN_PAGES).find((page) => page === given)
}
