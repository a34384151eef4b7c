import {
  type Citizen,
  type Database,
  EPOCH,
  EXPLAINS,
  type Finding,
  findForOperator,
  isUuid,
  type ListedSession,
  type LookRefusal,
  listEvents,
  listSessions,
  type OperatorOrigin,
  type RecordedEvent,
  type Result,
  recordRead,
  withinLooks,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from '../console-needs.ts'
import { explainNeeds } from '../explain-needs.ts'
import { LOOKS, looksOf, uncoversOf } from '../look-bounds.ts'

const MOST_EVENTS = 50

/** An account as an operator sees it: everything, which is covered where it is shown. */
export interface SeenCitizen {
  readonly citizen: Citizen
  readonly sessions: readonly ListedSession[]
  readonly findings: readonly Finding[]
  readonly events: readonly RecordedEvent[]
}

/** Whose account, who looks, and whether personal data stay covered. Without a cover, `by` has the reason. */
export interface WantedLook {
  readonly subject: string
  readonly by: OperatorOrigin
  readonly isCovered: boolean
}

/** Looks at one account, within the bounds of looks. The look is in the audit and on the citizen's page Activity, also where there is no such account. */
export function lookAtCitizen(
  needs: ConsoleNeeds,
  { subject, by, isCovered }: WantedLook,
): Promise<Result<SeenCitizen | undefined, LookRefusal>> {
  const [bound, command] = isCovered ? [looksOf(needs), LOOKS.account] : [uncoversOf(needs), LOOKS.uncovered]
  return withinLooks({ ...needs, by }, bound, async (db) => {
    const found = isUuid(subject) ? await seeCitizen(needs, db, subject) : undefined
    await recordRead({ ...needs, db, by }, { command, ...(found && { citizenId: found.citizen.citizenId }) })
    return found
  })
}

async function seeCitizen(
  needs: ConsoleNeeds,
  db: Database,
  subject: string,
): Promise<SeenCitizen | undefined> {
  const citizen = await findForOperator(db, subject)
  if (!citizen) return undefined
  const { citizenId, email } = citizen
  const asked = { ...explainNeeds(needs), db }
  const findings: Finding[] = []
  const caller = { citizenId, subject, ...(email !== '' && { email }) }
  for (const explains of EXPLAINS) findings.push(...(await explains(asked, caller)))
  const sessions = await listSessions({ ...needs, db }, { citizenId, language: '' })
  const events = await listEvents({ db }, { citizenId, since: EPOCH, most: MOST_EVENTS })
  return { citizen, sessions, findings, events }
}
