import type { SignedIn } from '../access/index.ts'
import { pageAt, type SignedInNeeds, type SignedInRequest, signedInFormRoute } from '../hosted-page/index.ts'
import type { ProvenPage, ProveStep } from '../pages/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import type { Reply } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import type { Awaitable } from '../platform/result.ts'
import { codeAwaitedReply, entrantOf, type LoginPageNeeds, waysInAt, welcomeReply } from './login-page.ts'
import { type SignInNeeds, signCitizenIn } from './sign-citizen-in.ts'

/** How recently a citizen must have given the password or used a passkey for what harms most if another person does it. */
const RECENT_PROOF_SECONDS = 5 * 60

/** Everything that a proof uses. */
export type ProveAgainNeeds = SignedInNeeds & SignInNeeds

/**
 * Whether a citizen proved recently enough who they are. An open session alone, on a machine that somebody left, must not be
 * enough for what stays or leaves with another person. A proof from the future is as good as an old one: the clock was set
 * back since, so its age is not known.
 */
export function isRecent({ session }: Pick<SignedIn, 'session'>, now: UnixSeconds): boolean {
  return Math.abs(now - session.authenticatedAt) < RECENT_PROOF_SECONDS
}

/** Why a page asks for a proof where it does. */
export function whyProve(signedIn: Pick<SignedIn, 'session'>, now: UnixSeconds): ProveStep['why'] {
  return isRecent(signedIn, now) ? 'no-code' : 'long-ago'
}

/** What a page asks for in place of its own form, where the proof is not recent: the password, or any other way in. */
export function proveStep(
  service: Pick<LoginPageNeeds, 'waysIn' | 'clock'>,
  request: SignedInRequest,
  { leadsTo, problem }: Pick<ProveStep, 'leadsTo' | 'problem'>,
): ProveStep {
  const { browser, frame } = request
  const waysIn = waysInAt(service, frame, { browser, againHref: leadsTo, leadsTo })
  return { leadsTo, why: whyProve(request, service.clock.now()), problem, waysIn }
}

/**
 * The form that takes the password of a citizen who is signed in, and leads back to its page. It is a new sign-in, which
 * renews the session. Where the account asks for a code, too, it comes next.
 */
export function proveRoute<Service extends ProveAgainNeeds>(
  service: Service,
  leadsTo: ProvenPage,
  refused: (request: SignedInRequest, problem: NonNullable<ProveStep['problem']>) => Awaitable<Reply>,
): Route {
  return signedInFormRoute(service, `${leadsTo}prove/`, pageAt(leadsTo), (request, form) =>
    prove(service, request, form).then((done) =>
      typeof done === 'object' && 'status' in done ? done : refused(request, done),
    ),
  )

  async function prove(
    needs: ProveAgainNeeds,
    request: SignedInRequest,
    form: Parameters,
  ): Promise<Reply | NonNullable<ProveStep['problem']>> {
    const { browser, citizen, origin } = request
    const password = form.text('password')
    if (password === '') return 'required'
    const attempt = { ...entrantOf(request), email: citizen.email, password, origin }
    const proven = await signCitizenIn(needs, attempt)
    if (!proven.ok) return proven.refusal
    if (proven.value.kind === 'entered') return welcomeReply(request, proven.value.started, leadsTo)
    return codeAwaitedReply(needs, { browser, carried: undefined }, proven.value.ticket, leadsTo)
  }
}
