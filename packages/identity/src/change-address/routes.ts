import { findSignedIn, SESSION_COOKIE } from '../access/index.ts'
import {
  originOf,
  type PageNeeds,
  type PageRequest,
  pageAt,
  pageReply,
  queryParameter,
  type SignedInRequest,
  signedInFormRoute,
  signedInPageRoute,
} from '../hosted-page/index.ts'
import {
  findOwnedLink,
  type LeaveToMailNeeds,
  linkPages,
  readSentMail,
  redirectToSent,
  type SentMail,
  sendAgainRoute,
  sentPages,
} from '../mailed-links/index.ts'
import { stopOwn } from '../moments/index.ts'
import type { ProveStep } from '../pages/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { type Reply, redirect } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import {
  type LoginPageNeeds,
  ownOrProve,
  type ProveAgainNeeds,
  provenFormRoute,
  proveRoute,
} from '../sign-in/index.ts'
import { type BeginNeeds, confirmAddress } from './begin-change.ts'
import { changeOf } from './change-of.ts'
import { findKept, keepAddress } from './keep-address.ts'
import { KEEP_ADDRESS_LINK, NEW_ADDRESS_LINK } from './links.ts'
import {
  addressAskedPage,
  addressKeptPage,
  type ChangeAddressView,
  changeAddressPage,
  confirmAddressPage,
  keepAddressPage,
} from './pages/change-address.ts'
import { CHANGE_ADDRESS_PAGE as PATH, STOP_CHANGE } from './paths.ts'
import { type AddressRefusal, requestAddress } from './request-address.ts'
import { stopChange } from './stop-change.ts'

/** Everything that the pages of a new address use. */
export type ChangeAddressService = PageNeeds &
  ProveAgainNeeds &
  LoginPageNeeds &
  LeaveToMailNeeds &
  BeginNeeds

type Shown = Pick<ChangeAddressView, 'typed' | 'problem' | 'isStopped'> & {
  readonly proof?: ProveStep['problem']
}

/** `/account/address/`: asks for a new address, proves it, and stops or undoes the change. */
export function changeAddressRoutes(service: ChangeAddressService): readonly Route[] {
  return [
    signedInPageRoute(service, PATH, (request) =>
      addressReply(service, request, {
        isStopped: queryParameter(request, 'notice') === 'stopped',
      }),
    ),
    proveRoute(service, PATH, (request, proof) => addressReply(service, request, { proof })),
    provenFormRoute(service, { page: PATH, path: PATH }, ask),
    signedInFormRoute(service, STOP_CHANGE, pageAt(PATH), stop),
    ...sentPages(service, NEW_ADDRESS_LINK),
    sendAgainRoute(service, NEW_ADDRESS_LINK, askAgain),
    ...confirmingPages(service),
    ...keepingPages(service),
  ]
}

async function addressReply(
  service: ChangeAddressService,
  request: SignedInRequest,
  { proof, ...shown }: Shown = {},
): Promise<Reply> {
  const { browser, citizen, frame } = request
  const change = await changeOf(service, citizen)
  const { step, extras } = await ownOrProve(service, request, 'ask', { leadsTo: PATH, problem: proof })
  const { addressChangeWaitDays: days } = service
  const view = { csrfToken: browser.csrfToken, email: citizen.email, step, days, change, ...shown } as const
  return pageReply(request, changeAddressPage(frame, view), proof ?? shown.problem, extras)
}

async function ask(
  request: SignedInRequest,
  form: Parameters,
  service: ChangeAddressService,
): Promise<Reply> {
  const typed = form.text('email')
  const code = { replaces: readSentMail(service, request, NEW_ADDRESS_LINK)?.link }
  const { origin, frame } = request
  const sent = await requestAddress(service, request, { typed, language: frame.language, origin, code })
  if (!sent.ok) return refusedReply(service, request, typed, sent.refusal)
  return redirectToSent(service, request, NEW_ADDRESS_LINK, { ...sent.value, fields: {}, mails: 1 })
}

function refusedReply(
  service: ChangeAddressService,
  request: SignedInRequest,
  typed: string,
  refusal: AddressRefusal,
): Promise<Reply> {
  // The page itself says why: it asks for the proof, or says until when the last change can be undone.
  if (refusal === 'not-recent' || refusal === 'too-soon') return addressReply(service, request)
  if (refusal === 'same') return addressReply(service, request, { typed, problem: { problems: 'same' } })
  if (typeof refusal === 'object' && 'problem' in refusal)
    return addressReply(service, request, { typed, problem: { problems: refusal.problem } })
  return addressReply(service, request, { typed, problem: refusal })
}

/** Nothing for a browser whose session has ended, or whose proof is not recent any more. */
async function askAgain(request: PageRequest, { email, link }: SentMail, service: ChangeAddressService) {
  const { http, frame } = request
  const signedIn = await findSignedIn(service, http.cookie(SESSION_COOKIE))
  if (!signedIn) return undefined
  const sent = await requestAddress(service, signedIn, {
    typed: email,
    language: frame.language,
    origin: originOf(http, 'citizen'),
    code: { replaces: link },
  })
  if (sent.ok) return sent
  const { refusal } = sent
  if (refusal === 'mail-unavailable' || (typeof refusal === 'object' && 'retryAfterSeconds' in refusal))
    return { ok: false as const, refusal }
  return undefined
}

async function stop(request: SignedInRequest, _: Parameters, service: ChangeAddressService): Promise<Reply> {
  const isStopped = await stopOwn(service, request, stopChange)
  return redirect(303, isStopped ? `${PATH}?notice=stopped` : PATH)
}

function confirmingPages(service: ChangeAddressService): readonly Route[] {
  const { addressChangeWaitDays: days } = service
  return linkPages(service, {
    rules: NEW_ADDRESS_LINK,
    find: (link) => findOwnedLink(service, NEW_ADDRESS_LINK, link),
    addressOf: ({ citizen: { email } }) => email,
    use: (found, form, { http }) =>
      confirmAddress(service, found, { email: form.text('email'), origin: originOf(http, 'citizen') }),
    form: (frame, { newEmail = '' }, view) => confirmAddressPage(frame, { ...view, newEmail, days }),
    done: (frame) => addressAskedPage(frame, { days }),
  })
}

function keepingPages(service: ChangeAddressService): readonly Route[] {
  return linkPages(service, {
    rules: KEEP_ADDRESS_LINK,
    find: (link) => findKept(service, link),
    addressOf: ({ change: { oldEmail } }) => oldEmail,
    use: (found, form, { http, frame }) =>
      keepAddress(service, found, form.text('link'), {
        email: form.text('email'),
        language: frame.language,
        origin: originOf(http, 'anonymous'),
      }),
    form: (frame, { change: { doneAt } }, view) =>
      keepAddressPage(frame, { ...view, isDone: doneAt !== null }),
    done: addressKeptPage,
  })
}
