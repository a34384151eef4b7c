import { findCitizen } from '../../citizens/index.ts'
import { type ClientDirectory, programIn } from '../../clients/index.ts'
import {
  atAddress,
  type FormNeeds,
  frameFor,
  pageReply,
  pageRequestOf,
  problemReply,
  rememberAsked,
} from '../../hosted-page/index.ts'
import {
  confirmPage,
  type PageFrame,
  type ProblemKind,
  type ProgramLink,
  verificationRequiredPage,
} from '../../pages/index.ts'
import { type PageRefusal, type Reply, redirect, refusing, refusingPage } from '../../platform/http/reply.ts'
import type { HttpRequest } from '../../platform/http/route.ts'
import type { Awaitable } from '../../platform/result.ts'
import type { SpendsLimits } from '../../rate-limits/index.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import type { AuthorizationOutcome, AuthorizeNeeds } from './authorize.ts'
import { type AuthorizationFault, codeAddress, faultAddress, pageOfFault } from './callback.ts'
import type { RequestContext } from './incoming-request.ts'
import { programBehind } from './program-of-request.ts'
import { receivedBy } from './received.ts'
import { resumeLocation, signDecision, signResume } from './signed-request.ts'
import { rememberWaiting, signInAddress } from './waiting-cookie.ts'

/** Everything that the authorization endpoint uses. */
export interface AuthorizationNeeds extends AuthorizeNeeds, FormNeeds, SpendsLimits {
  readonly directory: ClientDirectory
}

type Outcome<Step> = Extract<AuthorizationOutcome, { step: Step }>

const DECISION_PATH = '/o/authorize/decision/'

/** Sends the browser back to the program or to the sign-in page, or shows the page of this outcome. */
export async function replyTo(
  needs: AuthorizationNeeds,
  context: RequestContext,
  outcome: Exclude<AuthorizationOutcome, { step: 'stale-client' }>,
): Promise<Reply> {
  const { http, request } = context
  if (outcome.step === 'code') return redirect(302, codeAddress(request, outcome.code, needs.baseUrl))
  if (outcome.step === 'refuse') return faultReply(needs, request, outcome.fault)
  const reply = await askingReply(needs, context, outcome)
  const cookies = rememberAsked(needs.cookies, http, request.languages)
  return { ...reply, cookies: [...reply.cookies, ...cookies] }
}

function askingReply(
  needs: AuthorizationNeeds,
  context: RequestContext,
  outcome: Outcome<'sign-in' | 'confirm' | 'verify-email'>,
): Awaitable<Reply> {
  if (outcome.step === 'sign-in') return signInReply(needs, context, outcome)
  return outcome.step === 'confirm'
    ? confirmReply(needs, context, outcome)
    : verifyReply(needs, context, outcome)
}

/** A page that tells the citizen what is wrong, where nothing may be sent to the program. */
export function refusalPage(
  needs: AuthorizationNeeds,
  http: HttpRequest,
  kind: ProblemKind,
  named: Pick<PageRefusal, 'clientId' | 'registeredClientId'> & {
    readonly program?: ProgramLink | undefined
  } = {},
): Reply {
  const request = pageRequestOf(needs, http)
  return problemReply(request, kind, { ...named, program: named.program ?? programBehind(needs, request) })
}

/** Sends a fault to the program. */
function faultReply(
  { baseUrl }: AuthorizationNeeds,
  request: AuthorizationRequest,
  fault: AuthorizationFault,
): Reply {
  const reply = redirect(302, faultAddress(request, fault, baseUrl))
  return refusing(reply, fault, request.client.clientId, pageOfFault(fault))
}

/** The frame of a page that a signed-in citizen sees on the way to a program. */
async function frameOf(needs: AuthorizationNeeds, context: RequestContext): Promise<PageFrame> {
  const { request, requester } = context
  const citizen = requester.session && (await findCitizen(needs.db, requester.session.citizenId))
  const wanted = { citizen: citizen?.language ?? '', program: request.languages }
  const frame = frameFor(needs, context, wanted)
  if (context.http.method !== 'POST') return frame
  return atAddress(frame, resumeLocation(signResume(needs.clock, context)))
}

function signInReply(
  needs: AuthorizationNeeds,
  context: RequestContext,
  { provesAgain }: Outcome<'sign-in'>,
): Reply {
  const handle = signResume(needs.clock, context, provesAgain)
  const cookies = [...context.browser.cookies, ...rememberWaiting(needs.cookies, handle)]
  // Whoever is signed in has an account, and is only asked for more.
  const isNew = context.request.prompt.has('create') && context.requester.session === undefined
  return redirect(302, signInAddress(handle, isNew ? 'register' : 'login'), { cookies })
}

async function verifyReply(
  needs: AuthorizationNeeds,
  context: RequestContext,
  { email }: Outcome<'verify-email'>,
): Promise<Reply> {
  const { browser } = context
  const view = {
    email,
    action: '/account/verification/',
    csrfToken: browser.csrfToken,
    resume: signResume(needs.clock, context),
  }
  const frame = await frameOf(needs, context)
  return refusingPage(403, verificationRequiredPage(frame, view), { reason: 'unverified' }, browser)
}

async function confirmReply(
  needs: AuthorizationNeeds,
  context: RequestContext,
  { reason, citizen, retryAfterSeconds }: Outcome<'confirm'>,
): Promise<Reply> {
  const { browser, request } = context
  const trouble =
    retryAfterSeconds === undefined ? undefined : ({ retryAfterSeconds, limit: 'new-programs' } as const)
  const frame = await frameOf(needs, context)
  const view = {
    trouble,
    programName: programIn(request.client, frame.language).name,
    redirectHost: new URL(request.redirectUri).host,
    citizen,
    receives: receivedBy(request.scope),
    reason,
    csrfToken: browser.csrfToken,
    request: signDecision(needs.clock, context, frame.language),
    actions: { continue: DECISION_PATH, cancel: DECISION_PATH, another: DECISION_PATH },
  }
  return pageReply(context, confirmPage(frame, view), trouble, { formTargets: 'anywhere' })
}
