import type { StartedSession } from '../access/index.ts'
import type { NoteNeeds, SignedInRequest } from '../hosted-page/index.ts'
import { type ProvenPage, provenPageOf } from '../pages/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import type { SignInRequest } from '../sign-in/index.ts'

const COOKIE = 'portico_spent'
const SECONDS = 15 * 60

type Begun = Pick<StartedSession['session'], 'sessionId' | 'authenticatedAt'>

/** The next sign-in of this browser is another purpose, also where it goes on with the same session. */
const purposeOf = ({ sessionId, authenticatedAt }: Begun) => `${COOKIE} ${sessionId} ${authenticatedAt}`

/** The `Set-Cookie` value that tells a page of this sign-in that it was with a recovery code, and which page asked for it. */
export function writeSpent(
  { clock, cookies }: NoteNeeds,
  { browser }: Pick<SignInRequest, 'browser'>,
  { session }: Pick<StartedSession, 'session'>,
  leadsTo: ProvenPage | undefined,
): string {
  const note = browser.sign(purposeOf(session), leadsTo ?? '', plusSeconds(clock.now(), SECONDS))
  return cookies.set(COOKIE, note, { seconds: SECONDS })
}

/** The page that asked for a sign-in with a recovery code, if any did. Nothing where the sign-in was another, or long ago. */
export function readSpent({
  browser,
  http,
  session,
}: Pick<SignedInRequest, 'browser' | 'http' | 'session'>):
  | { readonly leadsTo: ProvenPage | undefined }
  | undefined {
  const note = browser.read(purposeOf(session), http.cookie(COOKIE) ?? '')
  return note === undefined ? undefined : { leadsTo: provenPageOf(note) }
}
