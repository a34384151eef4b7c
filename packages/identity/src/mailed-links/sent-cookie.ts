import { type NoteNeeds, type PageRequest, readNote, writeNote } from '../hosted-page/index.ts'
import { type Reply, redirect } from '../platform/http/reply.ts'
import { type OpenLinkKind, SENT_PAGES } from './link-kinds.ts'

/**
 * Redirects to the page that says where a mail may arrive. The page shows the typed address. A cookie carries it,
 * because the page must not read it from the database.
 */
export function redirectToSent(
  needs: NoteNeeds,
  { browser }: PageRequest,
  kind: OpenLinkKind,
  email: string,
): Reply {
  const { path, cookie } = SENT_PAGES[kind]
  return redirect(303, path, { cookies: [...browser.cookies, writeNote(needs, browser, cookie, email)] })
}

/** The address that this browser last typed. Nothing where that was too long ago, or somebody has signed in or out since. */
export function readSentNote(request: PageRequest, kind: OpenLinkKind): string | undefined {
  return readNote(request, SENT_PAGES[kind].cookie)
}
