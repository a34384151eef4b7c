import { type Connection, listConnections } from '../access/index.ts'
import {
  pageAt,
  pageReply,
  type SignedInNeeds,
  type SignedInRequest,
  signedInFormRoute,
  signedInPageRoute,
} from '../hosted-page/index.ts'
import { receivedBy } from '../oauth/authorize/index.ts'
import { PATHS, type ProgramItem, programsPage } from '../pages/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { type Reply, redirect } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import { disconnectProgram } from './disconnect-program.ts'
import { noticeOf } from './notice.ts'

/** Everything that the page of programs uses. */
export type ProgramsService = SignedInNeeds

/** `/account/programs/`: the connected programs, and a button that disconnects each. */
export function programRoutes(service: ProgramsService): readonly Route[] {
  return [
    signedInPageRoute(service, PATHS.programs, showPrograms),
    signedInFormRoute(service, PATHS.disconnectProgram, pageAt(PATHS.programs), disconnect),
  ]
}

async function showPrograms(request: SignedInRequest, service: ProgramsService): Promise<Reply> {
  const programs = (await listConnections(service.db, { ...request.citizen, ...request.frame })).map(itemOf)
  const { csrfToken } = request.browser
  const notice = noticeOf(request, ['disconnected'])
  const content = programsPage(request.frame, { csrfToken, programs, notice })
  return pageReply(request, content)
}

function itemOf({
  clientId,
  programName,
  programHome,
  scope,
  connectedAt,
  lastEnteredAt,
}: Connection): ProgramItem {
  return {
    clientId,
    name: programName,
    home: programHome,
    receives: receivedBy(scope),
    firstEnteredAt: connectedAt,
    lastEnteredAt,
  }
}

async function disconnect(
  request: SignedInRequest,
  form: Parameters,
  service: SignedInNeeds,
): Promise<Reply> {
  const { citizenId } = request.citizen
  await disconnectProgram(service, { citizenId, clientId: form.text('client_id'), origin: request.origin })
  return redirect(303, `${PATHS.programs}?notice=disconnected`)
}
