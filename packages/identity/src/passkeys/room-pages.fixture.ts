import type { PageFrame } from '../pages/index.ts'
import { loginPage } from '../pages/index.ts'
import { type ChosenTexts, DAY_SECONDS, type SamplePage, SECOND } from '../pages/sample-page.fixture.ts'
import { type PasskeyQuestion, passkeyFault, passkeyWayIn } from './pages/passkey-form.ts'
import {
  type OfferPasskeyView,
  offerPasskeyPage,
  type PasskeysView,
  passkeyAddedPage,
  passkeysPage,
} from './pages/passkeys.ts'

/** Options of a passkey that a browser can read (WebAuthn level 3, section 5.4), with a text that people outside choose. */
function passkeyOptions(text: string): string {
  const bytes = 'AAECAwQFBgcICQoLDA0ODw'
  const user = { id: bytes, name: text, displayName: text }
  const pubKeyCredParams = [{ type: 'public-key', alg: -7 }]
  const rp = { name: text }
  return JSON.stringify({ challenge: bytes, timeout: 300_000, user, rp, pubKeyCredParams })
}

/** The pages of passkeys, and the sign-in page with them. */
export function samplePages({ name, email, token }: ChosenTexts): readonly SamplePage[] {
  const csrfToken = token
  const question = { options: passkeyOptions(name), ceremony: token, againHref: '/login/' }
  const passkeys = [
    { id: 'p1', name, backedUp: true, createdAt: SECOND, lastUsedAt: SECOND + DAY_SECONDS },
    { id: 'p2', name: 'Firefox, Linux', backedUp: false, createdAt: SECOND, lastUsedAt: null },
  ]
  const add = { csrfToken, question, name }
  const problems = ['bad-name', 'too-late', 'not-fitting', 'known', 'too-many'] as const
  const proofs = [
    undefined,
    'required',
    'wrong',
    { retryAfterSeconds: 1234, limit: 'wrong-guesses' },
  ] as const
  const steps: readonly PasskeysView['step'][] = [
    ...problems.map((problem) => ({ kind: 'change' as const, add: { ...add, problem } })),
    { kind: 'change', add: 'full' },
    { kind: 'change', add: 'impossible' },
    ...proofs.map((problem) => ({
      kind: 'prove' as const,
      leadsTo: '/account/passkeys/' as const,
      why: 'no-code' as const,
      problem,
    })),
  ]
  const view = { csrfToken, email, passkeys }
  const proving = (frame: PageFrame, step: PasskeysView['step']): PasskeysView['step'] => {
    if (step.kind === 'change') return step
    return { ...step, waysIn: [passkeyWayIn(frame, { csrfToken, leadsTo: step.leadsTo }, question)] }
  }
  const none: PasskeysView = { ...view, passkeys: [], step: { kind: 'change', add }, notice: 'removed' }
  return [
    { name: 'passkeys', render: (frame) => passkeysPage(frame, none) },
    ...steps.map((step, index) => ({
      name: `passkeys-${index}`,
      render: (frame: PageFrame) => passkeysPage(frame, { ...view, step: proving(frame, step) }),
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
  const trouble = { retryAfterSeconds: 1234, limit: 'wrong-guesses' } as const
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

function loginPages(csrfToken: string, question: PasskeyQuestion): readonly SamplePage[] {
  const view = (frame: PageFrame) => ({ csrfToken, waysIn: [passkeyWayIn(frame, { csrfToken }, question)] })
  const problems = ['refused', 'too-late'] as const
  return [
    { name: 'login-passkey-first', render: (frame) => loginPage(frame, view(frame)) },
    ...problems.map((problem) => ({
      name: `login-passkey-${problem}`,
      render: (frame: PageFrame) =>
        loginPage(frame, { ...view(frame), problem: passkeyFault(frame, problem) }),
    })),
    {
      name: 'login-passkey-asked',
      render: (frame) =>
        loginPage(frame, {
          ...view(frame),
          program: { name: 'Parking Permits', home: undefined },
          asksForMore: true,
        }),
    },
  ]
}
