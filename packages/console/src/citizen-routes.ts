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
  readReason,
  recordRead,
  withinLooks,
} from '@portico/identity/parts'
import { type CitizenSeen, citizenMain, type RevealFaults } from './citizen-page.ts'
import type { ConsoleNeeds } from './console-needs.ts'
import { consolePage } from './console-page.ts'
import { type ConsoleRequest, consoleRoute, tooManyLooks } from './console-route.ts'
import { explainNeeds } from './explain-needs.ts'
import { LOOKS, looksOf, uncoversOf } from './look-bounds.ts'
import { PLACES } from './places.ts'

const MOST_EVENTS = 50

/** A ticket's number, as the systems of help desks write it. */
const TICKET = /^[\p{L}\p{N}][\p{L}\p{N} .:_/#-]{0,59}$/u
const MOST_REASON_CHARACTERS = 400

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
  const form = request.http.form()
  const typed = (name: string) => (form.ok ? form.value.text(name).trim() : '')
  const [subject, ticket, reason] = [typed('subject'), typed('ticket'), typed('reason')]
  const { reveal: words } = request.shown.words.citizen
  const isReason = reason.length <= MOST_REASON_CHARACTERS && readReason(reason) !== undefined
  const faults: RevealFaults = {
    ...(!isReason && { reason: words.reasonMissing }),
    ...(!TICKET.test(ticket) && { ticket: words.ticketMissing }),
  }
  if (Object.keys(faults).length > 0)
    return look(needs, request, {
      ...{ subject, by: request.by, command: LOOKS.account, isCovered: true },
      retry: { faults, reason, ticket },
    })
  const by = { ...request.by, reason: `ticket ${ticket}: ${reason}` }
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
  const main = citizenMain(shown, seen.value && { ...seen.value, ...wanted })
  if (!seen.value) return consolePage(shown, { title: none, main, status: 404 })
  const faults = Object.entries(wanted.retry?.faults ?? {}).map(([fieldName, message]) => ({
    fieldName,
    message,
  }))
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
