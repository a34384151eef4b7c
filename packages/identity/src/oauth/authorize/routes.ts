import { SESSION_COOKIE } from '../../access/index.ts'
import { answerOnce, type Browser, browserOf, onceRoute } from '../../hosted-page/index.ts'
import { empty, type Reply, redirect } from '../../platform/http/reply.ts'
import { type HttpRequest, type Route, route } from '../../platform/http/route.ts'
import { answerRequest } from './answer-request.ts'
import { actOfDecision, answerDecision } from './decision-reply.ts'
import { arrivalOf, isAhead, isOpened } from './opened-request.ts'
import { GET_AUTHORIZE, POST_AUTHORIZE } from './operation.ts'
import { type AuthorizationNeeds, refusalPage } from './replies.ts'
import { type Resume, readResume } from './signed-request.ts'
import { clearWaiting } from './waiting-cookie.ts'

/** `/o/authorize/` and the form of its page (contract section 4.1). */
export function authorizationRoutes(service: AuthorizationNeeds): readonly Route[] {
  return [
    {
      ...route('GET', '/o/authorize/', GET_AUTHORIZE, (http) => answerGet(service, http)),
      head: 'refused',
    },
    route('POST', '/o/authorize/', POST_AUTHORIZE, (http) => answerPost(service, http)),
    onceRoute(
      service,
      '/o/authorize/decision/',
      ({ http, browser }) => answerDecision(service, http, browser),
      actOfDecision,
    ),
  ]
}

async function answerGet(service: AuthorizationNeeds, http: HttpRequest): Promise<Reply> {
  if (isAhead(http)) return empty(204)
  const query = http.query()
  if (!query.ok) return refusalPage(service, http, 'bad-request')
  const browser = browserOf(service, http)
  const handle = query.value.get('resume')
  if (handle === undefined)
    return answerRequest(service, http, browser, {
      query: plain(http.rawQuery),
      arrival: arrivalOf(http),
    })
  const resume = readResume(browser, handle)
  if (!resume) {
    const refusal = refusalPage(service, http, 'resume-expired')
    return clearWaiting(service.cookies, http, refusal)
  }
  const arrival = isOpened(http) ? resume.arrival : 'unled'
  const reply = await resumeOnce(service, http, browser, { ...resume, arrival })
  return clearWaiting(service.cookies, http, reply)
}

/**
 * Continues a request that waited. Two clicks on the button of the sign-in come here twice: a program gets one answer to its
 * request, and whoever is asked something is asked anew.
 */
function resumeOnce(
  service: AuthorizationNeeds,
  http: HttpRequest,
  browser: Browser,
  resume: Resume,
): Promise<Reply> {
  const page = http.cookie(SESSION_COOKIE) ?? ''
  const act = {
    page,
    what: `${resume.arrival} ${http.rawQuery}`,
    standing: 'current',
    keeps: isForProgram,
  } as const
  return answerOnce(service, { http, browser }, act, () => answerRequest(service, http, browser, resume))
}

/** Whether the browser goes back to the program. */
function isForProgram({ headers }: Reply): boolean {
  return headers['location']?.startsWith('/') === false
}

/**
 * A program may POST its request (OpenID Connect Core section 3.1.2.1). A browser sends no cookies with a POST from
 * another site, so the same request continues by GET.
 */
async function answerPost(service: AuthorizationNeeds, http: HttpRequest): Promise<Reply> {
  const form = http.form()
  if (!form.ok) return refusalPage(service, http, 'bad-request')
  const query = plain(form.value.encoded)
  const site = http.header('sec-fetch-site') ?? 'same-origin'
  if (site !== 'same-origin') return redirect(303, `/o/authorize/?${query}`)
  return answerRequest(service, http, browserOf(service, http), { query, arrival: 'led' })
}

/** Percent-encodes what an address may not have, and what would be longer in a note: quotes, backslashes, all that is not printable ASCII. */
function plain(encoded: string): string {
  return encoded.replace(/[^!-~]|["#\\]/gu, encodeURIComponent)
}
