import { drawQrCode } from '../second-factor/qr-code.ts'
import { type CodesView, codesPage } from './codes.ts'
import type { PageFrame } from './layout.ts'
import { loginPage } from './login.ts'
import { appsKeptPage, confirmLostAppPage, keepAppsPage, lostAppAskedPage, lostAppPage } from './lost-app.ts'
import { newAppPage, recoveryCodesPage } from './new-app.ts'
import {
  type ChosenTexts,
  DAY_SECONDS,
  passkeyOptions,
  type SamplePage,
  SECOND,
} from './sample-page.fixture.ts'
import { signInCodePage } from './sign-in-code.ts'

/** As long as those of citizens: the QR code is as large as theirs. */
const ADDRESS =
  'otpauth://totp/City%20accounts:ada.lovelace%40example.org?issuer=City%20accounts&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30'

/** The pages of codes, and the sign-in with them. */
export function codePages({ name, email, program, token }: ChosenTexts): readonly SamplePage[] {
  const csrfToken = token
  const apps = [
    { id: 'a1', name, createdAt: SECOND, lastUsedAt: SECOND + DAY_SECONDS },
    { id: 'a2', name: 'Tablet', createdAt: SECOND, lastUsedAt: null },
  ]
  const question = { options: passkeyOptions(name), ceremony: token, againHref: '/login/' }
  const steps: readonly CodesView['step'][] = [
    { kind: 'change', isFull: false },
    { kind: 'change', isFull: true },
    ...([undefined, 'required', 'wrong', { retryAfterSeconds: 1234 }] as const).map((problem) => ({
      kind: 'prove' as const,
      leadsTo: '/account/codes/' as const,
      why: 'long-ago' as const,
      question,
      problem,
    })),
  ]
  const view = { csrfToken, email, apps, recoveryCodesLeft: 7 }
  const change = { kind: 'change' as const, isFull: false }
  const renaming = { id: 'a1', name: '' }
  const none: CodesView = { ...view, apps: [], step: { kind: 'change', isFull: false }, notice: 'removed' }
  return [
    { name: 'codes-none', render: (frame) => codesPage(frame, none) },
    ...steps.map((step, index) => ({
      name: `codes-${index}`,
      render: (frame: PageFrame) => codesPage(frame, { ...view, step }),
    })),
    { name: 'codes-bad-name', render: (frame) => codesPage(frame, { ...view, step: change, renaming }) },
    {
      name: 'codes-wait',
      render: (frame) => codesPage(frame, { ...view, step: change, trouble: { retryAfterSeconds: 1234 } }),
    },
    {
      name: 'codes-lost',
      render: (frame) => codesPage(frame, { ...view, step: change, lostApp: SECOND }),
    },
    {
      name: 'codes-renamed',
      render: (frame) => codesPage(frame, { ...view, step: change, notice: 'renamed' }),
    },
    { name: 'codes-kept', render: (frame) => codesPage(frame, { ...view, step: change, notice: 'kept' }) },
    ...lostAppPages(email, token),
    ...newAppPages({ csrfToken, name, token }),
    ...signInPages({ csrfToken, program, token }),
  ]
}

function lostAppPages(email: string, token: string): readonly SamplePage[] {
  const lost = { csrfToken: token, days: 7 }
  const form = { action: '/somewhere/', csrfToken: token, link: token }
  const confirm = { ...form, email, days: 7 }
  return [
    { name: 'lost-app', render: (frame) => lostAppPage(frame, lost) },
    {
      name: 'lost-app-wait',
      render: (frame) => lostAppPage(frame, { ...lost, trouble: { retryAfterSeconds: 1234 } }),
    },
    ...([undefined, 'required', 'wrong', { retryAfterSeconds: 8 }] as const).map((problem, index) => ({
      name: `lost-app-confirm-${index}`,
      render: (frame: PageFrame) => confirmLostAppPage(frame, { ...confirm, problem }),
    })),
    { name: 'lost-app-asked', render: (frame) => lostAppAskedPage(frame, { days: 7, dueAt: SECOND }) },
    { name: 'lost-app-asked-before', render: (frame) => lostAppAskedPage(frame, { days: 7 }) },
    { name: 'keep-apps', render: (frame) => keepAppsPage(frame, form) },
    { name: 'keep-apps-wrong', render: (frame) => keepAppsPage(frame, { ...form, problem: 'wrong' }) },
    { name: 'apps-kept', render: (frame) => appsKeptPage(frame) },
  ]
}

function newAppPages({ csrfToken, name, token }: Record<'csrfToken' | 'name' | 'token', string>) {
  const app = {
    csrfToken,
    name,
    setup: token,
    address: ADDRESS,
    picture: drawQrCode(ADDRESS),
    typedSecret: 'GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ',
  }
  const codes = Array.from({ length: 10 }, (_, index) => `AB${index}0-CDEF-GH12-3456`)
  return [
    ...([undefined, 'bad-name', 'wrong-code'] as const).map((problem) => ({
      name: `new-app-${problem ?? 'first'}`,
      render: (frame: PageFrame) => newAppPage(frame, { ...app, problem }),
    })),
    {
      name: 'new-app-wait',
      render: (frame: PageFrame) => newAppPage(frame, { ...app, problem: { retryAfterSeconds: 1234 } }),
    },
    {
      name: 'recovery-codes',
      render: (frame: PageFrame) => recoveryCodesPage(frame, { codes, madeAt: SECOND }),
    },
  ]
}

function signInPages({ csrfToken, program, token }: Record<'csrfToken' | 'program' | 'token', string>) {
  const kinds = ['app', 'recovery'] as const
  const problems = [undefined, 'wrong', 'unknown-browser', { retryAfterSeconds: 8 }] as const
  const asked = { csrfToken, programName: program, resume: token }
  const views = kinds.flatMap((kind) => problems.map((problem) => ({ ...asked, kind, problem })))
  return [
    ...views.map((view, index) => ({
      name: `sign-in-code-${index}`,
      render: (frame: PageFrame) => signInCodePage(frame, view),
    })),
    {
      name: 'login-code-too-late',
      render: (frame: PageFrame) => loginPage(frame, { csrfToken, problem: 'code-too-late' }),
    },
  ]
}
