import type { PageRequest } from '../hosted-page/index.ts'
import { type Clock, plusSeconds } from '../platform/clock.ts'
import type { CookieJar } from '../platform/http/cookies.ts'
import { type Reply, redirect } from '../platform/http/reply.ts'
import { type OpenLinkKind, SENT_PAGES } from './link-kinds.ts'

const SENT_SECONDS = 15 * 60

/**
 * Redirects to the page that says where a mail may arrive. The page shows the typed address. A cookie carries it,
 * because the page must not read it from the database.
 */
export function redirectToSent(
  { clock, cookies }: { readonly clock: Clock; readonly cookies: CookieJar },
  { browser }: PageRequest,
  kind: OpenLinkKind,
  email: string,
): Reply {
  const { path, cookie } = SENT_PAGES[kind]
  const note = browser.sign(purposeOf(browser, cookie), email, plusSeconds(clock.now(), SENT_SECONDS))
  return redirect(303, path, {
    cookies: [...browser.cookies, cookies.set(cookie, note, { seconds: SENT_SECONDS })],
  })
}

/** The address that this browser last typed. Nothing where that was too long ago, or somebody has signed in or out since. */
export function readSentNote({ browser, http }: PageRequest, kind: OpenLinkKind): string | undefined {
  const { cookie } = SENT_PAGES[kind]
  return browser.read(purposeOf(browser, cookie), http.cookie(cookie) ?? '')
}

/** The purpose changes with each sign-in and sign-out, as a form's token does. */
function purposeOf({ csrfToken }: PageRequest['browser'], cookie: string): string {
  return `${cookie} ${csrfToken}`
}
