import type { PageFrame } from './layout.ts'
import { loginPage } from './login.ts'
import type { PasskeyQuestion } from './passkey-form.ts'
import {
  type OfferPasskeyView,
  offerPasskeyPage,
  type PasskeysView,
  passkeyAddedPage,
  passkeysPage,
} from './passkeys.ts'
import {
  type ChosenTexts,
  DAY_SECONDS,
  passkeyOptions,
  type SamplePage,
  SECOND,
} from './sample-page.fixture.ts'

/** The pages of passkeys, and the sign-in page with them. */
export function passkeyPages({ name, email, token }: ChosenTexts): readonly SamplePage[] {
  const csrfToken = token
  const question = { options: passkeyOptions(name), ceremony: token, againHref: '/login/' }
  const passkeys = [
    { id: 'p1', name, backedUp: true, createdAt: SECOND, lastUsedAt: SECOND + DAY_SECONDS },
    { id: 'p2', name: 'Firefox, Linux', backedUp: false, createdAt: SECOND, lastUsedAt: null },
  ]
  const add = { csrfToken, question, name }
  const problems = ['bad-name', 'too-late', 'not-fitting', 'known', 'too-many'] as const
  const proofs = [undefined, 'required', 'wrong', { retryAfterSeconds: 1234 }] as const
  const steps: readonly PasskeysView['step'][] = [
    ...problems.map((problem) => ({ kind: 'change' as const, add: { ...add, problem } })),
    { kind: 'change', add: 'full' },
    { kind: 'change', add: 'impossible' },
    ...proofs.map((problem) => ({
      kind: 'prove' as const,
      leadsTo: '/account/passkeys/' as const,
      why: 'no-code' as const,
      question,
      problem,
    })),
  ]
  const view = { csrfToken, email, passkeys }
  const none: PasskeysView = { ...view, passkeys: [], step: { kind: 'change', add }, notice: 'removed' }
  return [
    { name: 'passkeys', render: (frame) => passkeysPage(frame, none) },
    ...steps.map((step, index) => ({
      name: `passkeys-${index}`,
      render: (frame: PageFrame) => passkeysPage(frame, { ...view, step }),
    })),
    ...refusedPages(view),
    {
      name: 'passkeys-renamed',
      render: (frame) => passkeysPage(frame, { ...view, step: { kind: 'change', add }, notice: 'renamed' }),
    },
    ...offerPages({ ...add, resume: token, onHref: '/account/' }),
    ...loginPages(csrfToken, question),
  ]
}

/** New names that were refused: because of the name, and because there were too many. */
function refusedPages(known: Pick<PasskeysView, 'csrfToken' | 'email' | 'passkeys'>): readonly SamplePage[] {
  const view: PasskeysView = { ...known, step: { kind: 'change', add: 'full' } }
  const renaming = { id: 'p1', name: '' }
  const trouble = { retryAfterSeconds: 1234 }
  return [
    { name: 'passkeys-bad-name', render: (frame) => passkeysPage(frame, { ...view, renaming }) },
    { name: 'passkeys-wait', render: (frame) => passkeysPage(frame, { ...view, trouble }) },
  ]
}

function offerPages(offer: OfferPasskeyView): readonly SamplePage[] {
  return [
    { name: 'offer-passkey', render: (frame) => offerPasskeyPage(frame, offer) },
    {
      name: 'offer-passkey-problem',
      render: (frame) => offerPasskeyPage(frame, { ...offer, problem: 'bad-name' }),
    },
    { name: 'passkey-added', render: (frame) => passkeyAddedPage(frame, { onHref: '/account/' }) },
  ]
}

function loginPages(csrfToken: string, passkey: PasskeyQuestion): readonly SamplePage[] {
  const problems = [undefined, 'passkey-refused', 'passkey-too-late'] as const
  const pages = problems.map((problem) => ({
    name: `login-passkey-${problem ?? 'first'}`,
    render: (frame: PageFrame) => loginPage(frame, { csrfToken, passkey, problem }),
  }))
  const asked = { csrfToken, passkey, programName: 'Parking Permits', asksForMore: true }
  return [...pages, { name: 'login-passkey-asked', render: (frame) => loginPage(frame, asked) }]
}
