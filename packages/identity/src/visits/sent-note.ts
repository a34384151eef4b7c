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
  const note = browser.sign(cookie, email, plusSeconds(clock.now(), SENT_SECONDS))
  return redirect(303, path, {
    cookies: [...browser.cookies, cookies.set(cookie, note, { seconds: SENT_SECONDS })],
  })
}

/** The address that this browser was last told of; nothing when the note is old or another browser's. */
export function readSentNote({ browser, http }: Visit, cookie: string): string | undefined {
  return browser.read(cookie, http.cookie(cookie) ?? '')
}
