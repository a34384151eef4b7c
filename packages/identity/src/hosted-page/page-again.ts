import { PATHS } from '../pages/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import type { Browser } from './browser.ts'

/** The most characters of a parameter in a page's address. No valid one is longer. */
const MOST_CARRIED_CHARACTERS = 8_192

/** The address that shows a form again, in the browser that sends it. */
export type PageAgain = (form: Parameters, browser: Browser) => string

/** The page at this path, with the parameter of its address but without what was typed. */
export function pageAt(path: string, carried?: 'link' | 'resume'): PageAgain {
  return (form) => {
    const value = carried === undefined ? '' : form.text(carried)
    const isCarried = value !== '' && value.length <= MOST_CARRIED_CHARACTERS
    return isCarried ? `${path}?${carried}=${encodeURIComponent(value)}` : path
  }
}

/** The waiting request of a form during a sign-in: its handle unchecked, and the sign-in address with it. */
export function carryResume(given: string | undefined): {
  readonly resume: string | undefined
  readonly loginHref: string
} {
  const resume = (given ?? '').length > MOST_CARRIED_CHARACTERS ? undefined : given
  const loginHref = resume === undefined ? PATHS.login : `${PATHS.login}?resume=${encodeURIComponent(resume)}`
  return { resume, loginHref }
}
