import { type Citizen, findCitizen } from '../citizens/index.ts'
import type { Basics } from '../platform/foundation.ts'
import type { Session } from './session.ts'
import { type SessionSummary, selectLiveSessions } from './statements/sessions.ts'
import { nameUserAgent, type UserAgentNames } from './user-agent.ts'

/** An active session as its citizen sees it. */
export type ListedSession = Omit<SessionSummary, 'userAgent'> & UserAgentNames

/**
 * Lists the sessions of a citizen, with the programs that were entered from each, by their names in a language: the one of this browser first, where it is
 * named, then the last used one.
 */
export async function listSessions(
  { db, clock }: Pick<Basics, 'db' | 'clock'>,
  { citizenId, language }: Pick<Citizen, 'citizenId'> & { readonly language: string },
  here?: Session['sessionId'],
): Promise<readonly ListedSession[]> {
  const citizen = await findCitizen(db, citizenId)
  if (citizen?.standing !== 'active') return []
  const sessions = await selectLiveSessions(db, { ...citizen, language, here }, clock.now())
  return sessions.map(({ userAgent, ...session }) => ({ ...session, ...nameUserAgent(userAgent) }))
}
