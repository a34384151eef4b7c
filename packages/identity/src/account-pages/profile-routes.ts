import {
  pageAt,
  pageReply,
  readLanguage,
  rememberLanguage,
  type SignedInNeeds,
  type SignedInRequest,
  signedInFormRoute,
  signedInPageRoute,
} from '../hosted-page/index.ts'
import { PATHS, profilePage } from '../pages/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { type Reply, redirect } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import type { Translations } from '../platform/languages.ts'
import type { OnProfile } from '../platform/room/room.ts'
import type { SpendsLimits } from '../rate-limits/index.ts'
import { isRecent } from '../sign-in/index.ts'
import { changeProfile } from './change-profile.ts'
import { noticeOf } from './notice.ts'

/** Everything that the profile page uses. */
export type ProfileService = SignedInNeeds &
  SpendsLimits & {
    /** What other rooms add to the page. */
    readonly onProfile: readonly OnProfile[]
  }

/** `/account/`: name, phone number and language. */
export function profileRoutes(service: ProfileService): readonly Route[] {
  return [
    signedInPageRoute(service, PATHS.profile, (request) => showProfile(service, request)),
    signedInFormRoute(service, PATHS.profile, pageAt(PATHS.profile), saveProfile),
  ]
}

async function showProfile(service: ProfileService, request: SignedInRequest): Promise<Reply> {
  const { fullName, phoneNumber, email } = request.citizen
  const { csrfToken } = request.browser
  const values = { full_name: fullName, phone_number: phoneNumber }
  const notice = noticeOf(request, ['saved']) ?? (await noticeAfterSignIn(service, request))
  return pageReply(
    request,
    profilePage(request.frame, { csrfToken, email, values, notice, ...linksOf(service) }),
  )
}

/** What another room says on the first page after a sign-in. */
async function noticeAfterSignIn(
  service: ProfileService,
  request: SignedInRequest,
): Promise<Translations<string> | undefined> {
  if (!isRecent(request, service.clock.now())) return undefined
  for (const { notice } of service.onProfile) {
    const said = await notice?.(service, request.citizen.citizenId)
    if (said) return said
  }
  return undefined
}

const linksOf = ({ onProfile }: ProfileService) => ({
  links: onProfile.filter(({ beside }) => !beside).map(({ link }) => link),
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
  const { csrfToken } = request.browser
  const { email } = request.citizen
  const { refusal } = changed
  const problem = 'problems' in refusal ? refusal : { trouble: refusal }
  const view = { csrfToken, email, values, ...linksOf(service), ...problem }
  return pageReply(request, profilePage(request.frame, view), refusal)
}
