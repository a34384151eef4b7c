import {
  type FormProblem,
  keptIn,
  pageAt,
  pageReply,
  readLanguage,
  rememberLanguage,
  type SignedInNeeds,
  type SignedInRequest,
  signedInFormRoute,
  signedInPageRoute,
} from '../hosted-page/index.ts'
import type { ShowsHome } from '../moments/index.ts'
import { PATHS, type ProfileView, profilePage } from '../pages/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { type Reply, redirect } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import type { OnProfile } from '../platform/room/room.ts'
import type { SpendsLimits } from '../rate-limits/index.ts'
import { changeProfile } from './change-profile.ts'
import { noticeOf } from './notice.ts'

/** Everything that the profile page uses. */
export type ProfileService = SignedInNeeds &
  ShowsHome &
  SpendsLimits & {
    /** What other rooms add to the page. */
    readonly onProfile: readonly OnProfile[]
  }

/** `/account/profile/`: name, phone number and language. */
export function profileRoutes(service: ProfileService): readonly Route[] {
  return [
    signedInPageRoute(service, PATHS.profile, (request) => showProfile(service, request)),
    signedInFormRoute(service, PATHS.profile, pageAt(PATHS.profile), saveProfile),
  ]
}

function showProfile(service: ProfileService, request: SignedInRequest): Promise<Reply> {
  const { fullName, phoneNumber } = request.citizen
  const { language, ...typed } = keptIn(request, PATHS.profile) ?? {}
  const values = { full_name: fullName, phone_number: phoneNumber, ...typed }
  return profileReply(service, request, { values, language, notice: noticeOf(request, ['saved']) })
}

/** The page, with what waits. */
async function profileReply(
  service: ProfileService,
  request: SignedInRequest,
  said: Pick<ProfileView, 'values' | 'language' | 'notice' | 'problems' | 'trouble'>,
  refusal?: FormProblem,
): Promise<Reply> {
  const { csrfToken } = request.browser
  const { email } = request.citizen
  const { waits } = await service.home.tell(service, { ...request, csrfToken }, ['waits'])
  const view = { csrfToken, email, waits, ...linksOf(service), ...said }
  return pageReply(request, profilePage(request.frame, view), refusal)
}

const linksOf = ({ onProfile, accountLinks }: ProfileService) => ({
  links: [
    ...accountLinks
      .filter(({ within }) => within === 'profile')
      .map(({ path, label, copy = label }) => ({ path, label: copy })),
    ...onProfile.filter(({ beside }) => !beside).map(({ link }) => link),
  ],
  besideAddress: onProfile.filter(({ beside }) => beside).map(({ link }) => link),
})

async function saveProfile(
  request: SignedInRequest,
  form: Parameters,
  service: ProfileService,
): Promise<Reply> {
  const values = { full_name: form.text('full_name'), phone_number: form.text('phone_number') }
  const language = readLanguage(form.text('language')) ?? request.citizen.language
  const change = { fullName: values.full_name, phoneNumber: values.phone_number, language }
  const changed = await changeProfile(service, request.citizen, { change, origin: request.origin })
  if (changed.ok) {
    const cookies = language === '' ? [] : [rememberLanguage(service.cookies, language)]
    return redirect(303, `${PATHS.profile}?notice=saved`, { cookies })
  }
  const { refusal } = changed
  const problem = 'problems' in refusal ? refusal : { trouble: refusal }
  return profileReply(service, request, { values, ...problem }, refusal)
}
