import type { Parameters } from '../platform/http/parameters.ts'
import type { Browser } from './browser.ts'

/** What a page's address carries is this long at most; anything longer is nobody's. */
export const MOST_CARRIED_CHARACTERS = 8_192

/** Where the page that showed a form is opened anew, in the browser that sends it. */
export type PageAgain = (form: Parameters, browser: Browser) => string

/** The page at this path, with the parameter that its address carried; what was typed into it does not come along. */
export function pageAt(path: string, carried?: 'link' | 'resume'): PageAgain {
  return (form) => {
    const value = carried === undefined ? '' : form.text(carried)
    const isCarried = value !== '' && value.length <= MOST_CARRIED_CHARACTERS
    return isCarried ? `${path}?${carried}=${encodeURIComponent(value)}` : path
  }
}
