import { signInAddressOf } from '../oauth/authorize/index.ts'
import { admitBrowserPage } from '../pages/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { page, type Reply, redirect } from '../platform/http/reply.ts'
import { type Route, route } from '../platform/http/route.ts'
import {
  linkInvalidReply,
  openForm,
  openPage,
  pageAt,
  queryParameter,
  type Visit,
  type VisitNeeds,
} from '../visits/index.ts'
import { type AdmitBrowserNeeds, admitBrowser } from './admit-browser.ts'
import { findRecovering } from './find-recovering.ts'
import { ADMIT_PATH } from './recovery-paths.ts'

/** What the page behind the mailed link of a browser needs. */
export type AdmitPagesNeeds = VisitNeeds & AdmitBrowserNeeds

/** The page behind the mailed link of a browser. Showing it changes nothing; the form makes the browser known. */
export function admitPages(service: AdmitPagesNeeds): Route[] {
  return [
    route(
      'GET',
      ADMIT_PATH,
      'page',
      openPage(service, (visit) => showForm(service, visit)),
    ),
    route(
      'POST',
      ADMIT_PATH,
      'page',
      openForm(service, pageAt(ADMIT_PATH, 'link'), (visit, form) => postForm(service, visit, form)),
    ),
  ]
}

async function showForm(service: AdmitPagesNeeds, visit: Visit): Promise<Reply> {
  const link = queryParameter(visit, 'link') ?? ''
  if (!(await findRecovering(service, link, 'browser-link'))) return linkInvalidReply(visit, 'new-browser')
  return form(visit, 200, { link })
}

async function postForm(service: AdmitPagesNeeds, visit: Visit, posted: Parameters): Promise<Reply> {
  const { http, browser } = visit
  const link = posted.text('link')
  const admitted = await admitBrowser(service, {
    link,
    email: posted.text('email'),
    deviceHash: browser.idHash,
    origin: { actor: 'anonymous', address: http.address, requestId: http.requestId },
  })
  if (admitted.ok) return redirect(303, signInAddressOf(browser, http), { cookies: browser.cookies })
  if (admitted.refusal === 'link-invalid') return linkInvalidReply(visit, 'new-browser')
  return form(visit, 400, { link, problem: admitted.refusal })
}

function form(
  { frame, browser }: Visit,
  status: number,
  view: { readonly link: string; readonly problem?: 'wrong' },
): Reply {
  const shown = { ...view, action: ADMIT_PATH, csrfToken: browser.csrfToken }
  return page(status, admitBrowserPage(frame, shown), { cookies: browser.cookies })
}
