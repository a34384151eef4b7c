import { PATHS } from '../pages/index.ts'
import { MOST_CARRIED_CHARACTERS } from './page-again.ts'

/** The waiting request of a form during a sign-in: its handle unchecked, and the sign-in address with it. */
export function carryResume(given: string | undefined): {
  readonly resume: string | undefined
  readonly loginHref: string
} {
  const resume = (given ?? '').length > MOST_CARRIED_CHARACTERS ? undefined : given
  const loginHref = resume === undefined ? PATHS.login : `${PATHS.login}?resume=${encodeURIComponent(resume)}`
  return { resume, loginHref }
}
