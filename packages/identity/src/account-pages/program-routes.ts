import { type Connection, listConnections } from '../access/index.ts'
import { receivedBy } from '../oauth/authorize/index.ts'
import { PATHS, type ProgramItem, programsPage } from '../pages/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { page, type Reply, redirect } from '../platform/http/reply.ts'
import { type Route, route } from '../platform/http/route.ts'
import { pageAt } from '../visits/index.ts'
import {
  type AccountVisit,
  type AccountVisitNeeds,
  accountForm,
  accountPage,
  noticeOf,
} from './account-visit.ts'
import { disconnectProgram } from './disconnect-program.ts'

/** `/account/programs/`: what was entered with the account, and an end to it. */
export function programRoutes(service: AccountVisitNeeds): Route[] {
  return [
    route(
      'GET',
      PATHS.programs,
      'page',
      accountPage(service, (visit) => showPrograms(service, visit)),
    ),
    route(
      'POST',
      PATHS.disconnectProgram,
      'page',
      accountForm(service, pageAt(PATHS.programs), (visit, form) => disconnect(service, visit, form)),
    ),
  ]
}

async function showPrograms({ db }: AccountVisitNeeds, visit: AccountVisit): Promise<Reply> {
  const programs = (await listConnections(db, visit.citizen.citizenId)).map(itemOf)
  const { csrfToken, cookies } = visit.browser
  const notice = noticeOf(visit, ['disconnected'])
  return page(200, programsPage(visit.frame, { csrfToken, programs, notice }), { cookies })
}

function itemOf({ clientId, programName, scope, connectedAt, lastEnteredAt }: Connection): ProgramItem {
  return {
    clientId,
    name: programName,
    receives: receivedBy(scope),
    firstEnteredAt: connectedAt,
    lastEnteredAt,
  }
}

async function disconnect(service: AccountVisitNeeds, visit: AccountVisit, form: Parameters): Promise<Reply> {
  const { citizenId } = visit.citizen
  await disconnectProgram(service, { citizenId, clientId: form.text('client_id'), origin: visit.origin })
  return redirect(303, `${PATHS.programs}?notice=disconnected`)
}
