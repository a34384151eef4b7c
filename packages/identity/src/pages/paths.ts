/** The paths that pages link and post to, unless their view has others. */
export const PATHS = {
  register: '/register/',
  login: '/login/',
  recover: '/recover/',
  newBrowser: '/login/new-browser/',
  language: '/language/',
  logout: '/logout/',
  account: '/account/',
  security: '/account/security/',
  profile: '/account/profile/',
  password: '/account/password/',
  sessions: '/account/sessions/',
  endSession: '/account/sessions/end/',
  endOtherSessions: '/account/sessions/end-others/',
  programs: '/account/programs/',
  codes: '/account/codes/',
  loginCode: '/login/code/',
  lostApp: '/login/code/lost/',
  disconnectProgram: '/account/programs/disconnect/',
} as const

/** A page of the account that asks for a proof again, and where a sign-in leads back to. */
export type ProvenPage = `/account/${string}/`

const ACCOUNT_PAGE = /^\/account\/(?:[a-z]+(?:-[a-z]+)*\/)+$/

/** The page of the account that a form names, if it names one. Nothing else, so that a form leads to no other place. */
export function provenPageOf(given: string): ProvenPage | undefined {
  return isAccountPage(given) ? given : undefined
}

const isAccountPage = (path: string): path is ProvenPage => ACCOUNT_PAGE.test(path)
