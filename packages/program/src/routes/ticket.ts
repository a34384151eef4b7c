import { authenticateBearer } from '../sessions/index.ts'
import { issueTicket, ticketAddressOf } from '../tickets/index.ts'
import { LIMITS, type TicketResponse } from '../wire.ts'
import { readBody } from './body.ts'
import { refuse } from './problem.ts'
import { json } from './reply.ts'
import {
  type Endpoint,
  exceeded,
  problemExtras,
  type RequestContext,
  refused,
  throttled,
} from './request-context.ts'

/** `POST ticket/`: a one-time ticket of this session. The contract has no such endpoint; this one is ours. */
export const ticket: Endpoint = async (context) => {
  const { service, request } = context
  const address = await readAddressOfTicket(context)
  if (address instanceof Response) return address
  const result = await authenticateBearer(service, request)
  if (result.status !== 'ok') return refuse(result, problemExtras(context))
  const sessionId = result.session.id
  const wait = await exceeded(context, 'ticket', service.settings.throttle?.ticketPerSession, sessionId)
  if (wait !== null) return throttled(context, wait)
  const issued = await issueTicket(service, { sessionId, address })
  if (issued.kind === 'too many') return throttled(context, LIMITS.ticketMs / 1000)
  const body: TicketResponse = { sso_ticket: issued.ticket, expires_in: LIMITS.ticketMs / 1000 }
  return json(200, body)
}

/** The address that the ticket is for. Null if it is for each that takes tickets. */
async function readAddressOfTicket(context: RequestContext): Promise<string | null | Response> {
  const body = await readBody(context, ['address'])
  if (!body.ok) return refused(context, body.code, body.hint)
  const { address = null } = body.fields
  if (address === null) return null
  const { programBaseUrl } = context.service.settings
  const own = typeof address === 'string' ? ticketAddressOf(address, programBaseUrl) : null
  return (
    own ??
    refused(
      context,
      'invalid_json',
      'address must be a path of this program with its query, such as /api/events?since=7.',
    )
  )
}
