import { loginPage, type PageFrame } from '../pages/index.ts'
import {
  type ChosenTexts,
  DAY_SECONDS,
  otherWayIn,
  type SamplePage,
  SECOND,
} from '../pages/sample-page.fixture.ts'
import { html } from '../platform/html.ts'
import { inLanguage } from '../platform/languages.ts'
import { type CodesView, codesPage } from './pages/codes.ts'
import { newAppPage, recoveryCodesPage, spentCodePage } from './pages/new-app.ts'
import { signInCodePage } from './pages/sign-in-code.ts'
import { drawQrCode } from './qr-code.ts'
import { CODE_WORDS } from './words/index.ts'

/** As long as those of citizens: the QR code is as large as theirs. */
const ADDRESS =
  'otpauth://totp/City%20accounts:ada.lovelace%40example.org?issuer=City%20accounts&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30'

/** The pages of codes, and the sign-in with them. */
export function samplePages({ name, email, program, token }: ChosenTexts): readonly SamplePage[] {
  const csrfToken = token
  const apps = [
    { id: 'a1', name, createdAt: SECOND, lastUsedAt: SECOND + DAY_SECONDS },
    { id: 'a2', name: 'Tablet', createdAt: SECOND, lastUsedAt: null },
  ]
  const waysIn = [otherWayIn(token)]
  const steps: readonly CodesView['step'][] = [
    { kind: 'change', isFull: false },
    { kind: 'change', isFull: true },
    ...([undefined, 'required', 'wrong', { retryAfterSeconds: 1234, limit: 'wrong-guesses' }] as const).map(
      (problem) => ({
        kind: 'prove' as const,
        leadsTo: '/account/codes/' as const,
        why: 'long-ago' as const,
        waysIn,
        problem,
      }),
    ),
  ]
  const view = { csrfToken, email, apps, recoveryCodesLeft: 7 }
  const none: CodesView = { ...view, apps: [], step: { kind: 'change', isFull: false }, notice: 'removed' }
  return [
    { name: 'codes-none', render: (frame) => codesPage(frame, none) },
    ...steps.map((step, index) => ({
      name: `codes-${index}`,
      render: (frame: PageFrame) => codesPage(frame, { ...view, step }),
    })),
    ...changePages(view),
    ...newAppPages({ csrfToken, name, email, token }),
    ...signInPages({ csrfToken, program, token }),
  ]
}

/** After a form that was refused or done, and with what another room adds. */
function changePages(known: Omit<CodesView, 'step'>): readonly SamplePage[] {
  const views: Readonly<Record<string, Partial<CodesView>>> = {
    'bad-name': { renaming: { id: 'a1', name: '' } },
    wait: { trouble: { retryAfterSeconds: 1234, limit: 'wrong-guesses' } },
    section: { sections: [html`<p>A section</p>`], notice: { said: 'A notice' } },
    renamed: { notice: 'renamed' },
  }
  return Object.entries(views).map(([name, view]) => ({
    name: `codes-${name}`,
    render: (frame) => codesPage(frame, { ...known, step: { kind: 'change', isFull: false }, ...view }),
  }))
}

function newAppPages({
  csrfToken,
  name,
  email,
  token,
}: Record<'csrfToken' | 'name' | 'email' | 'token', string>) {
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
      render: (frame: PageFrame) =>
        newAppPage(frame, { ...app, problem: { retryAfterSeconds: 1234, limit: 'wrong-guesses' } }),
    },
    {
      name: 'recovery-codes',
      render: (frame: PageFrame) => recoveryCodesPage(frame, { email, codes, madeAt: SECOND }),
    },
    {
      name: 'spent-code',
      render: (frame: PageFrame) => spentCodePage(frame, { left: 9, onHref: '/account/' }),
    },
  ]
}

function signInPages({ csrfToken, program, token }: Record<'csrfToken' | 'program' | 'token', string>) {
  const kinds = ['app', 'recovery'] as const
  const problems = [undefined, 'wrong', { retryAfterSeconds: 8, limit: 'wrong-guesses' }] as const
  const asked = { csrfToken, programName: program, resume: token }
  const views = kinds.flatMap((kind) => problems.map((problem) => ({ ...asked, kind, problem })))
  return [
    ...views.map((view, index) => ({
      name: `sign-in-code-${index}`,
      render: (frame: PageFrame) => signInCodePage(frame, view),
    })),
    {
      name: 'login-code-too-late',
      render: (frame: PageFrame) => {
        const { tooLate } = inLanguage(CODE_WORDS, frame.language)
        return loginPage(frame, { csrfToken, problem: { message: tooLate } })
      },
    },
  ]
}
