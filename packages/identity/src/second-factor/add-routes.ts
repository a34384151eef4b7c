import { freeLabel } from '../citizens/index.ts'
import { keptIn, type SignedInRequest, signedInPageRoute } from '../hosted-page/index.ts'
import { PATHS } from '../pages/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { type Reply, redirect } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import { inLanguage } from '../platform/languages.ts'
import { type ChangeProofsNeeds, carriedProofRoute, isProven } from '../sign-in/index.ts'
import { type CodesPageNeeds, newAppReply } from './account-page.ts'
import { addAuthenticator } from './add-authenticator.ts'
import { listCodes } from './list-codes.ts'
import { newCodesReply } from './new-codes-reply.ts'
import { CODE_PATHS } from './paths.ts'
import { newAppSecret } from './time-code.ts'
import { CODE_WORDS } from './words/index.ts'

/** Everything that adds an app. */
export type AddAppService = CodesPageNeeds & ChangeProofsNeeds

/** How long a shown secret may be used to add an app. */
const SETUP_SECONDS = 15 * 60

/** `/account/codes/add/`: shows a secret, and adds the app that makes a code of it. Showing it stores nothing. */
export function addAppRoutes(service: AddAppService): readonly Route[] {
  return [
    // The secret is shown only after a proof.
    { ...signedInPageRoute(service, CODE_PATHS.add, showNew), asks: 'recent-proof' },
    carriedProofRoute(service, { page: PATHS.codes, path: CODE_PATHS.add, again: CODE_PATHS.add }, postNew),
  ]
}

/** A secret is for one session, so that its form cannot add an app to an account of somebody else. */
const purposeOf = ({ session }: SignedInRequest) => `app of ${session.sessionId}`

async function showNew(request: SignedInRequest, service: AddAppService): Promise<Reply> {
  if (!(await isProven(service, request))) return redirect(303, PATHS.codes)
  const { apps, isFull } = await listCodes(service, request)
  if (isFull) return redirect(303, PATHS.codes)
  const secret = newAppSecret(service.random)
  const until = plusSeconds(service.clock.now(), SETUP_SECONDS)
  const setup = request.browser.sign(purposeOf(request), secret.toString('base64url'), until)
  const kept = keptIn(request, CODE_PATHS.add)?.name
  const name = kept ?? freeLabel(inLanguage(CODE_WORDS, request.frame.language).page.usualName, apps)
  return newAppReply(service, request, { secret, setup, name })
}

async function postNew(request: SignedInRequest, form: Parameters, service: AddAppService): Promise<Reply> {
  const { browser, origin } = request
  const setup = form.text('setup')
  const name = form.text('name')
  const noted = browser.read(purposeOf(request), setup)
  if (noted === undefined) return redirect(303, PATHS.codes)
  const secret = Buffer.from(noted, 'base64url')
  const asked = { name, secret, code: form.text('code'), origin }
  const added = await addAuthenticator(service, request, asked)
  if (!added.ok) {
    const problem = added.refusal
    if (problem === 'signed-out') return redirect(303, PATHS.login)
    if (problem === 'known' || problem === 'too-many') return redirect(303, PATHS.codes)
    return newAppReply(service, request, { secret, setup, name, problem })
  }
  return added.value.length > 0
    ? newCodesReply(service, request, added.value)
    : redirect(303, `${PATHS.codes}?notice=added`)
}
