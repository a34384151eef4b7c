import { PATHS } from '../pages/index.ts'

/** The addresses of the forms about a lost app. */
export const LOST_APP_PATHS = {
  /** Says that the app is lost. */
  ask: PATHS.lostApp,
  /** Stops the removal, for who is signed in. */
  keep: '/account/codes/keep/',
} as const
