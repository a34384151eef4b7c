/** The addresses of the forms about a lost app. */
export const LOST_APP_PATHS = {
  /** Says that the app is lost. */
  ask: '/login/code/lost/',
  /** Stops the removal, for who is signed in. */
  keep: '/account/codes/keep/',
} as const
