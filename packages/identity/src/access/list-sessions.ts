import { type Citizen, findCitizen } from '../citizens/index.ts'
import type { Basics } from '../platform/foundation.ts'
import { type SessionSummary, selectLiveSessions } from './statements/sessions.ts'
import { nameUserAgent, type UserAgentNames } from './user-agent.ts'

/** An active session as its citizen sees it. */
export type ListedSession = Omit<SessionSummary, 'userAgent'> & UserAgentNames

/** Lists the sessions of a citizen, the last used one first, with the programs that were entered from each. */
export async function listSessions(
  { db, clock }: Basics,
  citizenId: Citizen['citizenId'],
): Promise<readonly ListedSession[]> {
  const citizen = await findCitizen(db, citizenId)
  if (citizen?.standing !== 'active') return []
  const sessions = await selectLiveSessions(db, citizen, clock.now())
  return sessions.map(({ userAgent, ...session }) => ({ ...session, ...nameUserAgent(userAgent) }))
}
