/** The paths that pages link and post to, unless their view has others. */
export const PATHS = {
  register: '/register/',
  login: '/login/',
  recover: '/recover/',
  newBrowser: '/login/new-browser/',
  logout: '/logout/',
  profile: '/account/',
  password: '/account/password/',
  sessions: '/account/sessions/',
  endSession: '/account/sessions/end/',
  endOtherSessions: '/account/sessions/end-others/',
  programs: '/account/programs/',
  disconnectProgram: '/account/programs/disconnect/',
} as const
