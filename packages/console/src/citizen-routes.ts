import {
  type Database,
  EPOCH,
  EXPLAINS,
  type Finding,
  findForOperator,
  isUuid,
  listEvents,
  listSessions,
  type Reply,
  type Route,
  recordRead,
  withinLooks,
} from '@portico/identity/parts'
import { actLinks } from './act-links.ts'
import { type CitizenSeen, citizenMain } from './citizen-page.ts'
import type { ConsoleNeeds } from './console-needs.ts'
import { consolePage } from './console-page.ts'
import { type ConsoleRequest, consoleRoute, tooManyLooks } from './console-route.ts'
import { explainNeeds } from './explain-needs.ts'
import { LOOKS, looksOf, uncoversOf } from './look-bounds.ts'
import { PLACES } from './places.ts'
import { typedIn } from './typed-in.ts'
import { faultList, readWhy } from './why.ts'

const MOST_EVENTS = 50

/** One account: covered, and uncovered for a reason. Each look is in the audit, and on the citizen's page Activity. */
export function citizenRoutes(needs: ConsoleNeeds): readonly Route[] {
  return [
    consoleRoute(needs, 'GET', PLACES.citizen, (request) => show(needs, request)),
    consoleRoute(needs, 'POST', PLACES.citizen, (request) => reveal(needs, request)),
  ]
}

async function show(needs: ConsoleNeeds, request: ConsoleRequest): Promise<Reply> {
  const query = request.http.query()
  const subject = query.ok ? query.value.text('subject') : ''
  return look(needs, request, { subject, by: request.by, command: LOOKS.account, isCovered: true })
}

async function reveal(needs: ConsoleNeeds, request: ConsoleRequest): Promise<Reply> {
  const typed = typedIn(request.http)
  const subject = typed('subject')
  const why = readWhy(typed, request.shown.words)
  if ('faults' in why)
    return look(needs, request, {
      ...{ subject, by: request.by, command: LOOKS.account, isCovered: true },
      retry: why,
    })
  const by = { ...request.by, reason: why.reason }
  return look(needs, request, { subject, by, command: LOOKS.uncovered, isCovered: false })
}

interface Look {
  readonly subject: string
  readonly by: ConsoleRequest['by']
  readonly command: string
  readonly isCovered: boolean
  readonly retry?: NonNullable<CitizenSeen['retry']>
}

async function look(needs: ConsoleNeeds, request: ConsoleRequest, wanted: Look): Promise<Reply> {
  const { subject, by, command } = wanted
  const { shown } = request
  const seen = await withinLooks(
    { ...needs, by },
    wanted.isCovered ? looksOf(needs) : uncoversOf(needs),
    async (tx) => {
      const found = isUuid(subject) ? await seeCitizen(needs, tx, subject) : undefined
      await recordRead(
        { ...needs, db: tx, by },
        { command, ...(found && { citizenId: found.citizen.citizenId }) },
      )
      return found
    },
  )
  if (!seen.ok) return tooManyLooks(needs, request, seen.refusal)
  const { title, none } = shown.words.citizen
  const acts = seen.value && (await actLinks(request, seen.value.citizen))
  const main = citizenMain(shown, seen.value && { ...seen.value, ...wanted, acts })
  if (!seen.value) return consolePage(shown, { title: none, main, status: 404 })
  const faults = faultList(wanted.retry?.faults ?? {})
  return consolePage(shown, { title, main, faults, status: wanted.retry ? 400 : 200 })
}

type Seen = Pick<CitizenSeen, 'citizen' | 'sessions' | 'findings' | 'events'>

async function seeCitizen(needs: ConsoleNeeds, db: Database, subject: string): Promise<Seen | undefined> {
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
