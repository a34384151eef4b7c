import { findCitizenOf } from '../citizens/index.ts'
import { counted, type ExplainNeeds, type Explains, type Finding } from '../platform/room/explains.ts'
import { listConnections } from './statements/connections.ts'
import { selectLiveSessions } from './statements/sessions.ts'

/** Tells a supporter where a citizen is signed in, and which of the connected programs are disabled. */
export const explainAccess: Explains = async (needs, caller) => {
  const citizen = await findCitizenOf(needs, caller)
  if (citizen?.standing !== 'active') return []
  const [sessions, connections] = await Promise.all([
    selectLiveSessions(needs.db, citizen, needs.clock.now()),
    listConnections(needs.db, citizen),
  ])
  const disabled = connections.filter(({ programHome }) => programHome === undefined)
  return [
    ...disabled.map(({ programName, clientId }): Finding => explainDisabled(programName, clientId)),
    explainSessions(needs, sessions),
  ]
}

function explainDisabled(programName: string, clientId: string): Finding {
  return {
    ...{ name: 'program-disabled', weight: 'slows', to: 'owner' },
    found: `The connected program ${programName} is disabled: nobody can enter it.`,
    mayDo: `Read why: portico citizen why ${clientId}`,
    tell: `${programName} is closed at the moment, for everybody. Your account is as it was, and your other programs work.`,
  }
}

function explainSessions(
  { when }: ExplainNeeds,
  [newest, ...others]: Awaited<ReturnType<typeof selectLiveSessions>>,
): Finding {
  if (!newest)
    return {
      ...{ name: 'signed-in-nowhere', weight: 'tells', to: 'owner' },
      found: 'The citizen is signed in nowhere now.',
      tell: 'You are signed in nowhere at the moment. Sign in again.',
    }
  const browsers = counted(others.length + 1, 'browser')
  return {
    ...{ name: 'signed-in', weight: 'tells', to: 'owner' },
    found: `The citizen is signed in with ${browsers}, used last on ${when(newest.lastSeenAt)}.`,
    tell: `You are signed in with ${browsers}. If one of them is not yours, sign out everywhere on the page Sessions.`,
  }
}
