import type { SignedIn } from '../access/index.ts'
import { pageAt, type SignedInNeeds, type SignedInRequest, signedInFormRoute } from '../hosted-page/index.ts'
import { type ProvenPage, type ProveStep, script } from '../pages/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { type Reply, redirect } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Awaitable } from '../platform/result.ts'
import type { LoginPageNeeds } from './login-page.ts'
import { isRecent, proveStep } from './proof-page.ts'
import { lacksCode, type MayAskForCode } from './second-factor-entry.ts'

/** What the guards of sensitive acts use. */
export interface GuardNeeds extends SignedInNeeds, MayAskForCode {
  readonly clock: Clock
}

/** The page that asks for the proof, and the path of the route behind it. */
export interface ProvenPlace {
  readonly page: ProvenPage
  readonly path: string
}

/**
 * Whether a citizen proved enough for what harms most if another person does it: in the last five minutes, and with a code or a passkey where
 * the account has an app.
 */
export async function isProven(
  needs: { readonly db: Database; readonly clock: Clock } & MayAskForCode,
  signedIn: Pick<SignedIn, 'session'>,
): Promise<boolean> {
  return isRecent(signedIn, needs.clock.now()) && !(await lacksCode(needs, needs.db, signedIn))
}

/**
 * What a page shows: its own form only with a proof (`isProven`), and otherwise what asks for the proof; with the script, which
 * shows passwords, and which other ways in need.
 */
export async function ownOrProve<Own extends string>(
  service: GuardNeeds & LoginPageNeeds,
  request: SignedInRequest,
  own: Own,
  asked: Pick<ProveStep, 'leadsTo' | 'problem'>,
): Promise<{ readonly step: Own | ProveStep; readonly extras: { readonly script: string } }> {
  const extras = { script: service.baseUrl + script.path }
  return { step: (await isProven(service, request)) ? own : proveStep(service, request, asked), extras }
}

/**
 * The form of a sensitive act. Its answer is reached only with a proof (`isProven`); everybody else is led to the page that asks for it, and
 * nothing has happened.
 */
export function provenFormRoute<Service extends GuardNeeds>(
  service: Service,
  { page, path }: ProvenPlace,
  answer: (request: SignedInRequest, form: Parameters, service: Service) => Awaitable<Reply>,
): Route {
  const guarded = signedInFormRoute(service, path, pageAt(page), async (request, form) =>
    (await isProven(service, request)) ? answer(request, form, service) : redirect(303, page),
  )
  return { ...guarded, asks: 'recent-proof' }
}

/**
 * A form that was shown after a proof and carries it, for as long as it takes to use a device. A session that gave no code although the
 * account has an app meanwhile is led to the page that asks for one.
 */
export function carriedProofRoute<Service extends GuardNeeds>(
  service: Service,
  { page, path, again = page }: ProvenPlace & { readonly again?: string },
  answer: (request: SignedInRequest, form: Parameters, service: Service) => Awaitable<Reply>,
): Route {
  const guarded = signedInFormRoute(service, path, pageAt(again), async (request, form) =>
    (await lacksCode(service, service.db, request)) ? redirect(303, page) : answer(request, form, service),
  )
  return { ...guarded, asks: 'second-factor' }
}
