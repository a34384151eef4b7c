import { noteEnd, type SessionBrowser, type StartedSession, startSession } from '../access/index.ts'
import { type AuditOrigin, appendEvent, appendRepeated } from '../audit/index.ts'
import { type Citizen, setLanguage } from '../citizens/index.ts'
import { rememberDevice } from '../guesses/index.ts'
import type { LetterNeeds } from '../mail/index.ts'
import type { Database } from '../platform/postgres/database.ts'
import { SIGN_IN_EVENTS } from './events.ts'
import { writeNewDeviceLetter } from './new-device-letter.ts'

/** The open transaction of the sign-in, and what the letter about a new device needs. */
export interface EnterNeeds extends LetterNeeds {
  /** What rooms above do where a citizen proved more than the password. */
  readonly afterStrongSignIn: (needs: LetterNeeds, citizen: Citizen, origin: AuditOrigin) => Promise<void>
}

/** The browser of a citizen who has just proven who they are, and what with. */
export interface Entrant
  extends Pick<SessionBrowser, 'cookieValue' | 'userAgent' | 'proof' | 'trustedSince'> {
  readonly deviceHash: Buffer
  /** The language that the citizen sees. It becomes the account's where a known browser signs in and none was chosen yet. */
  readonly language: string
  readonly origin: AuditOrigin & { readonly address: string }
}

/**
 * Signs in a citizen whose row the caller has locked, in a new session or in the browser's own. The account knows the
 * browser from then on. Where it knows others but not this one, the citizen gets a letter, or the event says that there is none.
 */
export async function enterCitizen(
  needs: EnterNeeds,
  citizen: Citizen,
  entrant: Entrant,
): Promise<StartedSession> {
  const { citizenId } = citizen
  const { proof } = entrant
  const novelty = await rememberDevice(needs, { citizenId, deviceHash: entrant.deviceHash })
  const isMailed = novelty === 'new' && (await writeNewDeviceLetter(needs, citizen, entrant.userAgent))
  const letter = novelty === 'new' && !isMailed && { letter: 'none' }
  if (novelty === 'known') await adoptLanguage(needs.db, citizen, entrant.language)
  const started = await startSession(needs, citizen, { ...entrant, address: entrant.origin.address })
  const { session, displaced } = started
  const origin = { ...entrant.origin, actor: 'citizen' as const }
  const details = { device: novelty, ...letter, ...(proof !== 'password' && { proof }) }
  const entered = { name: 'signed-in', origin, citizenId, sessionId: session.sessionId, details } as const
  // The letters are counted by their events, so none of those is left out.
  await (isMailed
    ? appendEvent(needs, entered)
    : appendRepeated(needs, entered, SIGN_IN_EVENTS['signed-in'].bound))
  if (proof !== 'password') await needs.afterStrongSignIn(needs, citizen, origin)
  if (displaced) {
    const ended = {
      name: 'session-ended',
      origin,
      ...displaced,
      details: { cause: 'another-citizen' },
    } as const
    await noteEnd(needs, ended, [displaced.sessionId])
  }
  return started
}

/** Gives a citizen without a language this one. Whoever signs in with an unknown browser chooses nothing for the account. */
async function adoptLanguage(db: Database, citizen: Citizen, language: string): Promise<void> {
  if (citizen.language === '') await setLanguage(db, citizen, language)
}
