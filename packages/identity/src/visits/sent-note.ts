import { type Clock, plusSeconds } from '../platform/clock.ts'
import type { CookieJar } from '../platform/http/cookies.ts'
import { type Reply, redirect } from '../platform/http/reply.ts'
import type { Visit } from './visit.ts'

const SENT_SECONDS = 15 * 60

/**
 * Leads to the page that says where a mail may be on its way to. It names the address as it was typed; the browser
 * carries it in this cookie, because the page must not look it up.
 */
export function redirectToSent(
  { clock, cookies }: { readonly clock: Clock; readonly cookies: CookieJar },
  { browser }: Visit,
  { cookie, email, path }: { readonly cookie: string; readonly email: string; readonly path: string },
): Reply {
  const note = browser.sign(purposeOf(browser, cookie), email, plusSeconds(clock.now(), SENT_SECONDS))
  return redirect(303, path, {
    cookies: [...browser.cookies, cookies.set(cookie, note, { seconds: SENT_SECONDS })],
  })
}

/** The address that this visit was last told of; nothing when the note is old, another browser's, or somebody signed in or out since. */
export function readSentNote({ browser, http }: Visit, cookie: string): string | undefined {
  return browser.read(purposeOf(browser, cookie), http.cookie(cookie) ?? '')
}

/** Another one after each sign-in and sign-out, as a form's token is. */
function purposeOf({ csrfToken }: Visit['browser'], cookie: string): string {
  return `${cookie} ${csrfToken}`
}
