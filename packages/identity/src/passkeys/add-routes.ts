import { pageReply, queryParameter, type SignedInRequest, signedInPageRoute } from '../hosted-page/index.ts'
import { readResume } from '../oauth/authorize/index.ts'
import { PATHS, script } from '../pages/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { type Reply, redirect } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import type { Awaitable } from '../platform/result.ts'
import { type ChangeProofsNeeds, carriedProofRoute, isProven, onwardHref } from '../sign-in/index.ts'
import { newPasskeyView, type PasskeyPageNeeds, passkeysReply } from './account-page.ts'
import { type AddRefusal, addPasskey } from './add-passkey.ts'
import { relyingPartyOf } from './ceremony.ts'
import { listPasskeys } from './list-passkeys.ts'
import { type NewPasskeyView, offerPasskeyPage, passkeyAddedPage } from './pages/passkeys.ts'
import { PASSKEY_PATHS } from './paths.ts'
import { readAttestation } from './read-answer.ts'

/** Everything that adds a passkey. */
export type AddService = PasskeyPageNeeds & ChangeProofsNeeds

/** The page that offers a passkey after a sign-in, and the form that adds one from there or from the account page. */
export function addRoutes(service: AddService): readonly Route[] {
  return [
    signedInPageRoute(service, PASSKEY_PATHS.offer, showOffer),
    carriedProofRoute(service, { page: PASSKEY_PATHS.page, path: PASSKEY_PATHS.add }, postNew),
  ]
}

/** Says that the passkey is added, before the citizen goes on to the program that waits. Otherwise the offer. */
function showOffer(request: SignedInRequest, service: AddService): Awaitable<Reply> {
  const handle = queryParameter(request, 'resume')
  const resume = readResume(request.browser, handle)
  if (queryParameter(request, 'notice') !== 'added' || !resume) return offerReply(service, request, handle)
  return pageReply(request, passkeyAddedPage(request.frame, { onHref: onwardHref({ carried: handle }) }))
}

/** The offer. Where it is not possible now, the citizen goes on at once. */
async function offerReply(
  service: AddService,
  request: SignedInRequest,
  handle: string | undefined,
  said: Partial<Pick<NewPasskeyView, 'name' | 'problem'>> = {},
): Promise<Reply> {
  const { browser, frame } = request
  const resume = readResume(browser, handle)
  const onHref = onwardHref({ carried: resume && handle })
  const party = relyingPartyOf(service.baseUrl)
  if (!party || !(await isProven(service, request))) return redirect(303, onHref)
  const known = await listPasskeys(service.db, request.citizen.citizenId)
  const again = resume && handle !== undefined ? `?resume=${encodeURIComponent(handle)}` : ''
  const againHref = PASSKEY_PATHS.offer + again
  const form = newPasskeyView(service, request, { party, known, againHref, ...said })
  const view = { ...form, onHref, resume: resume && handle }
  return pageReply(request, offerPasskeyPage(frame, view), said.problem, {
    formTargets: resume ? 'anywhere' : 'self',
    script: service.baseUrl + script.path,
  })
}

async function postNew(request: SignedInRequest, form: Parameters, service: AddService): Promise<Reply> {
  const added = await add(service, request, form)
  const handle = form.get('resume')
  const isOffer = form.text('from') === 'offer'
  if (added === 'signed-out') return redirect(303, PATHS.login)
  if (added !== 'added') {
    const said = { name: form.text('name'), problem: added }
    return isOffer
      ? offerReply(service, request, handle, said)
      : passkeysReply(service, request, { added: said })
  }
  const waits = isOffer && handle !== undefined && readResume(request.browser, handle)
  if (!waits) return redirect(303, `${PASSKEY_PATHS.page}?notice=added`)
  return redirect(303, `${PASSKEY_PATHS.offer}?notice=added&resume=${encodeURIComponent(handle)}`)
}

async function add(
  service: AddService,
  request: SignedInRequest,
  form: Parameters,
): Promise<AddRefusal | 'added'> {
  const { browser, origin, session } = request
  const challenge = browser.read(`passkey of ${session.sessionId}`, form.text('ceremony'))
  const party = relyingPartyOf(service.baseUrl)
  if (challenge === undefined || !party) return 'too-late'
  const answer = readAttestation(form)
  if (!answer) return 'not-fitting'
  const question = { party, challenge }
  const added = await addPasskey(service, request, {
    name: form.text('name'),
    question,
    answer,
    origin,
  })
  return added.ok ? 'added' : added.refusal
}
