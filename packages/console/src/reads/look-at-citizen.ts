import {
  type AskNeeds,
  type Citizen,
  callerOf,
  EXPLAINS,
  type Finding,
  findClient,
  findForOperator,
  type HttpRequest,
  isUuid,
  type ListedSession,
  type LookRefusal,
  listSessions,
  type OperatorOrigin,
  type Result,
  readStory,
  recordRead,
  type Verdict,
  withinLooks,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from '../console-needs.ts'
import { explainNeeds } from '../explain-needs.ts'
import { LOOKS, looksOf, uncoversOf } from '../look-bounds.ts'
import type { ToldStory } from '../story.ts'
import { askWhy } from './ask-why.ts'

const MOST_EVENTS = 50

/** Why its owner cannot get in, and what the rooms know. `because` and `verdictFor` are missing where no room gives a verdict. */
export type SeenVerdict = Pick<Verdict, 'findings'> & Partial<Pick<Verdict, 'because' | 'verdictFor'>>

/** An account as an operator sees it: everything, which is covered where it is shown. */
export interface SeenCitizen extends SeenVerdict {
  readonly citizen: Citizen
  readonly sessions: readonly ListedSession[]
  readonly story: ToldStory
}

/** Whose account, who looks, and whether personal data stay covered. Without a cover, `by` has the reason. */
export interface WantedLook {
  readonly subject: string
  /** What the search was for that led here: a former address of the account has another verdict than its subject. `''` for nothing. */
  readonly who?: string
  readonly by: OperatorOrigin
  readonly http: Pick<HttpRequest, 'closing'>
  readonly isCovered: boolean
  /** Within so many seconds, the same look again is one. */
  readonly sameWithinSeconds?: number | undefined
}

/** Looks at one account, within the bounds of looks. The look is in the audit and on the citizen's page Activity, also where there is no such account. */
export function lookAtCitizen(
  needs: ConsoleNeeds,
  wanted: WantedLook,
): Promise<Result<SeenCitizen | undefined, LookRefusal>> {
  const { subject, by, isCovered } = wanted
  const [bound, looksAs] = isCovered ? [looksOf(needs), LOOKS.account] : [uncoversOf(needs), LOOKS.uncovered]
  return withinLooks({ ...needs, by }, bound, async (db) => {
    const citizen = isUuid(subject) ? await findForOperator(db, subject) : undefined
    if (citizen) return seeCitizen(needs, { ...wanted, db, looksAs }, citizen)
    await recordRead({ ...needs, db, by }, { command: looksAs })
    return undefined
  })
}

interface Look extends WantedLook {
  readonly db: AskNeeds['db']
  readonly looksAs: string
}

async function seeCitizen(needs: ConsoleNeeds, look: Look, citizen: Citizen): Promise<SeenCitizen> {
  const { db } = look
  const { citizenId } = citizen
  // Before the look is written: everybody who opens the page has looked.
  const story = await tellStory(db, citizenId)
  const verdict = (await findVerdict(needs, look)) ?? (await findFindings(needs, look, citizen))
  const sessions = await listSessions({ ...needs, db }, { citizenId, language: '' })
  return { citizen, sessions, story, ...verdict }
}

async function tellStory(db: AskNeeds['db'], citizenId: string): Promise<ToldStory> {
  const story = await readStory({ db }, { citizenId, most: MOST_EVENTS })
  const clientIds = [...new Set(story.events.flatMap(({ clientId }) => clientId ?? []))]
  const programs = await Promise.all(clientIds.map((clientId) => findClient(db, clientId)))
  return { ...story, programs: new Map(programs.flatMap((one) => (one ? [[one.clientId, one]] : []))) }
}

/** The verdict of the search, where that led to this account; otherwise the one on its subject. */
async function findVerdict(
  needs: ConsoleNeeds,
  { subject, who = '', ...asked }: Look,
): Promise<SeenVerdict | undefined> {
  const found = who === '' ? undefined : await askWhy(needs, asked, who)
  return found?.subject === subject ? found : askWhy(needs, asked, subject)
}

/** What the rooms know, where none gives a verdict. */
async function findFindings(
  needs: ConsoleNeeds,
  { db, by, looksAs, sameWithinSeconds }: Look,
  citizen: Citizen,
): Promise<SeenVerdict> {
  const findings: Finding[] = []
  for (const explains of EXPLAINS)
    findings.push(...(await explains({ ...explainNeeds(needs), db }, callerOf(citizen))))
  await recordRead(
    { ...needs, db, by, sameWithinSeconds },
    { command: looksAs, citizenId: citizen.citizenId },
  )
  return { findings }
}
