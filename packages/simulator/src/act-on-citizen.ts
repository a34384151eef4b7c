import {
  appendEvent,
  type Basics,
  type ChangeCitizen,
  type Citizen,
  endSession,
  findForOperator,
  listSessions,
  lockCitizen,
  type OperatorOrder,
  reinstateCitizen,
  replaceEmail,
  signOutCitizen,
  suspendCitizen,
} from '@portico/identity/parts'

/** What can happen to a citizen, and how the page says it. */
export const CITIZEN_ACTIONS = {
  'end-sessions': 'End sessions',
  'end-everything': 'End everything (new password)',
  suspend: 'Suspend',
  reinstate: 'Reinstate',
} as const

/** The name of such an event. */
export type CitizenAction = keyof typeof CITIZEN_ACTIONS

/** Whether there is an action with this name. */
export function isCitizenAction(name: string): name is CitizenAction {
  return Object.hasOwn(CITIZEN_ACTIONS, name)
}

/** Who acts on citizens and programs here. */
export const SIMULATOR: OperatorOrder = {
  actor: 'operator',
  operator: 'simulator',
  reason: 'The control page of the simulator',
}

const CHANGES: Readonly<Partial<Record<CitizenAction, ChangeCitizen>>> = {
  'end-everything': signOutCitizen,
  suspend: suspendCitizen,
  reinstate: reinstateCitizen,
}

/** Does it, by the use cases of the service. False where there is no such citizen. */
export async function actOnCitizen(
  needs: Basics,
  action: CitizenAction,
  emailOrSubject: string,
): Promise<boolean> {
  const change = CHANGES[action]
  if (change)
    return (await change({ ...needs, by: SIMULATOR }, { emailOrSubject, reason: SIMULATOR.reason })).ok
  const citizen = await findForOperator(needs.db, emailOrSubject)
  if (!citizen) return false
  await endSessionsOf(needs, citizen)
  return true
}

/** Gives a citizen another address, proven at once. Sessions go on. False where there is no such citizen, or somebody has the address. */
export async function readdressCitizen(
  needs: Basics,
  emailOrSubject: string,
  email: string,
): Promise<boolean> {
  const { db, clock } = needs
  const found = await findForOperator(db, emailOrSubject)
  if (!found) return false
  return db.transaction(async (tx) => {
    const citizen = await lockCitizen(tx, found.citizenId)
    if (!citizen) return false
    return replaceEmail(tx, citizen, { email, emailVerified: true }, { now: clock.now() })
  })
}

/** Each session ends together with its event: programs hear of ended sessions from the events. */
async function endSessionsOf(needs: Basics, { citizenId }: Citizen): Promise<void> {
  await needs.db.transaction(async (tx) => {
    const inTransaction = { ...needs, db: tx }
    for (const { sessionId } of await listSessions(inTransaction, { citizenId, language: '' })) {
      await endSession(inTransaction, { citizenId, sessionId })
      const details = { cause: 'by-citizen', sessions: 1 }
      await appendEvent(inTransaction, {
        ...{ name: 'session-ended', origin: SIMULATOR, citizenId, sessionId, details },
      })
    }
  })
}
