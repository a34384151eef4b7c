/** Where the pages link to and post to, unless their view says otherwise. */
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
