import {
  pageReply,
  type SignedInNeeds,
  type SignedInRequest,
  signedInPageRoute,
} from '../hosted-page/index.ts'
import type { ShowsHome } from '../moments/index.ts'
import { PATHS } from '../pages/index.ts'
import type { Reply } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import { homePage, securityPage } from './pages/home.ts'

/** Everything that the home uses. */
export type HomeService = SignedInNeeds & ShowsHome

/** `/account/`: the account at a glance. `/account/security/`: how its citizen signs in, and where. */
export function homeRoutes(service: HomeService): readonly Route[] {
  return [
    signedInPageRoute(service, PATHS.account, showHome),
    signedInPageRoute(service, PATHS.security, showSecurity),
  ]
}

async function showHome(request: SignedInRequest, service: HomeService): Promise<Reply> {
  const { csrfToken } = request.browser
  const { fullName, email, phoneNumber } = request.citizen
  const told = await service.home.tell(service, { ...request, csrfToken }, ['ways', 'waits', 'sections'])
  const content = homePage(request.frame, { ...told, citizen: { fullName, email, phoneNumber } })
  return pageReply(request, content)
}

async function showSecurity(request: SignedInRequest, service: HomeService): Promise<Reply> {
  const { csrfToken } = request.browser
  const told = await service.home.tell(service, { ...request, csrfToken }, ['ways', 'waits'])
  const content = securityPage(request.frame, told)
  return pageReply(request, content)
}
