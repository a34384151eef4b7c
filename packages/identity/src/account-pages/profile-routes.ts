import { PATHS, profilePage } from '../pages/index.ts'
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
import { changeProfile } from './change-profile.ts'

/** `/account/`: name and phone number. */
export function profileRoutes(service: AccountVisitNeeds): Route[] {
  return [
    route('GET', PATHS.profile, 'page', accountPage(service, showProfile)),
    route(
      'POST',
      PATHS.profile,
      'page',
      accountForm(service, pageAt(PATHS.profile), (visit, form) => saveProfile(service, visit, form)),
    ),
  ]
}

function showProfile(visit: AccountVisit): Reply {
  const { fullName, phoneNumber, email } = visit.citizen
  const { csrfToken, cookies } = visit.browser
  const values = { full_name: fullName, phone_number: phoneNumber }
  const notice = noticeOf(visit, ['saved'])
  return page(200, profilePage(visit.frame, { csrfToken, email, values, notice }), { cookies })
}

async function saveProfile(
  service: AccountVisitNeeds,
  visit: AccountVisit,
  form: Parameters,
): Promise<Reply> {
  const values = { full_name: form.text('full_name'), phone_number: form.text('phone_number') }
  const change = { fullName: values.full_name, phoneNumber: values.phone_number }
  const changed = await changeProfile(service, visit.citizen, { change, origin: visit.origin })
  if (changed.ok) return redirect(303, `${PATHS.profile}?notice=saved`)
  const { csrfToken, cookies } = visit.browser
  const { email } = visit.citizen
  const view = { csrfToken, email, values, problems: changed.refusal }
  return page(400, profilePage(visit.frame, view), { cookies })
}
