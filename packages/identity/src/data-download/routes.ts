import { pageReply, type SignedInRequest, signedInPageRoute } from '../hosted-page/index.ts'
import type { ProveStep } from '../pages/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { json, type Reply } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import {
  type LoginPageNeeds,
  ownOrProve,
  type ProveAgainNeeds,
  provenFormRoute,
  proveRoute,
} from '../sign-in/index.ts'
import { type AllowDownloadNeeds, allowDownload, allowDownloadAgain } from './allow-download.ts'
import { type OwnCopyNeeds, ownCopy } from './own-copy.ts'
import { type DataView, dataPage } from './pages/data.ts'
import { DOWNLOAD, OWN_DATA } from './paths.ts'

/** Everything that the pages of the own data use. */
export type DataService = ProveAgainNeeds & LoginPageNeeds & AllowDownloadNeeds & OwnCopyNeeds

const FILE_NAME = 'account-data.json'

/** `/account/data/`: a copy of what the service has about the citizen. */
export function dataRoutes(service: DataService): Route[] {
  return [
    signedInPageRoute(service, OWN_DATA, (request) => dataReply(service, request)),
    proveRoute(service, OWN_DATA, (request, problem) => dataReply(service, request, { problem })),
    provenFormRoute(service, { page: OWN_DATA, path: DOWNLOAD }, download),
  ]
}

async function dataReply(
  service: DataService,
  request: SignedInRequest,
  { problem, trouble }: Pick<ProveStep, 'problem'> & Pick<DataView, 'trouble'> = {},
): Promise<Reply> {
  const { browser, citizen, frame } = request
  const { step, extras } = await ownOrProve(service, request, 'download', { leadsTo: OWN_DATA, problem })
  const view = { csrfToken: browser.csrfToken, email: citizen.email, step, trouble }
  return pageReply(request, dataPage(frame, view), problem ?? trouble, extras)
}

async function download(request: SignedInRequest, _: Parameters, service: DataService): Promise<Reply> {
  const { origin, citizen, browser } = request
  // A second click gets the file, too, because the browser has left the first one.
  const allowed =
    request.doing === 'again'
      ? await allowDownloadAgain(service, request)
      : await allowDownload(service, request, origin)
  if (allowed.ok) {
    const headers = { 'content-disposition': `attachment; filename="${FILE_NAME}"` }
    const saved = json(200, {}, { headers, cookies: browser.cookies })
    return { ...saved, body: '', parts: ownCopy(service, citizen.citizenId) }
  }
  return dataReply(service, request, { trouble: allowed.refusal })
}
