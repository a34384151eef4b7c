import { PATHS } from '../pages/index.ts'
import { MOST_CARRIED_CHARACTERS } from './page-again.ts'

/** What a form that is passed on the way to a program carries on: the handle as it came, and where to sign in with it. */
export function carryResume(given: string | undefined): {
  readonly resume: string | undefined
  readonly loginHref: string
} {
  const resume = (given ?? '').length > MOST_CARRIED_CHARACTERS ? undefined : given
  const loginHref = resume === undefined ? PATHS.login : `${PATHS.login}?resume=${encodeURIComponent(resume)}`
  return { resume, loginHref }
}
