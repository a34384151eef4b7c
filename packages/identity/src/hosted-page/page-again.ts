import { PATHS } from '../pages/index.ts'
import type { Awaitable } from '../platform/awaitable.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import type { Reply } from '../platform/http/reply.ts'
import type { Browser } from './browser.ts'
import { MOST_CARRIED_CHARACTERS, type PageRequest } from './page-request.ts'

/** How a form that has expired is shown again, in the browser that sends it. */
export interface PageAgain {
  /** The address that shows the form, empty. */
  address(form: Parameters, browser: Browser): string
  /** The form with what was typed, and never with a password. Nothing where the citizen should go to the address. */
  reopen?(request: PageRequest, form: Parameters): Awaitable<Reply | undefined>
}

/** The page at this path, with the parameter of its address but without what was typed. */
export function pageAt(path: string, carried?: 'link' | 'resume'): PageAgain {
  return {
    address: (form) => {
      const value = carried === undefined ? '' : form.text(carried)
      const isCarried = value !== '' && value.length <= MOST_CARRIED_CHARACTERS
      return isCarried ? `${path}?${carried}=${encodeURIComponent(value)}` : path
    },
  }
}

/** The waiting request of a form during a sign-in: its handle unchecked, and the addresses of the other forms with it. */
export function carryResume(given: string | undefined): {
  readonly resume: string | undefined
  readonly loginHref: string
  readonly registerHref: string
  readonly recoverHref: string
} {
  const resume = (given ?? '').length > MOST_CARRIED_CHARACTERS ? undefined : given
  const carried = resume === undefined ? '' : `?resume=${encodeURIComponent(resume)}`
  return {
    resume,
    loginHref: PATHS.login + carried,
    registerHref: PATHS.register + carried,
    recoverHref: PATHS.recover + carried,
  }
}
