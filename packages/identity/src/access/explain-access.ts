import { type Citizen, findCitizenOf } from '../citizens/index.ts'
import { partOf } from '../platform/languages.ts'
import { type Caller, type Explains, type Finding, findingsOf } from '../platform/room/explains.ts'
import { ACCESS_FINDINGS } from './findings.ts'
import { listConnections } from './statements/connections.ts'
import { selectLiveSessions } from './statements/sessions.ts'
import { ACCESS_WORDS } from './words/index.ts'

const finding = findingsOf(
  ACCESS_FINDINGS,
  partOf(ACCESS_WORDS, ({ findings }) => findings),
)

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
    ...disabled.map(({ programName, clientId }) => explainDisabled(programName, clientId)),
    explainSessions(sessions, citizen, caller),
  ]
}

function explainDisabled(programName: string, clientId: string): Finding {
  return finding('program-disabled', (words, { name }) => ({
    found: [words.found(name(programName))],
    mayDo: [{ command: `portico citizen why ${clientId}`, says: words.mayDo }],
    tell: [words.closed(name(programName)), words.others],
  }))
}

function explainSessions(
  [newest, ...others]: Awaited<ReturnType<typeof selectLiveSessions>>,
  { email, passwordHash }: Citizen,
  typed: Caller,
): Finding {
  const isOwnAddress = (typed.email ?? email) === email
  const canEnter = isOwnAddress && passwordHash !== ''
  if (!newest)
    return finding('signed-in-nowhere', ({ found, tell, again }) => ({
      found: [found],
      tell: canEnter ? [tell, again] : [tell],
    }))
  const browsers = others.length + 1
  return finding('signed-in', (words, { when }) => ({
    found: [words.found(browsers, when(newest.lastSeenAt))],
    tell: isOwnAddress
      ? [words.tell(browsers), ...(canEnter ? [words.notYours] : [])]
      : [words.somebody(browsers)],
  }))
}
