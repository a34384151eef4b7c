import type { PageFrame } from '../pages/index.ts'
import { type ChosenTexts, type SamplePage, SECOND } from '../pages/sample-page.fixture.ts'
import { inLanguage } from '../platform/languages.ts'
import { codesPage } from '../second-factor/pages/codes.ts'
import { signInCodePage } from '../second-factor/pages/sign-in-code.ts'
import { lostLink, waitingSection } from './on-pages.ts'
import {
  appsKeptPage,
  confirmLostAppPage,
  keepAppsPage,
  lostAppAskedPage,
  lostAppPage,
} from './pages/lost-app.ts'
import { LOST_APP_WORDS } from './words/index.ts'

/** The pages of a lost app. */
export function samplePages({ name, email, token }: ChosenTexts): readonly SamplePage[] {
  const apps = [{ id: 'a1', name, createdAt: SECOND, lastUsedAt: null }]
  const step = { kind: 'change' as const, isFull: false }
  const codes = { csrfToken: token, email, apps, recoveryCodesLeft: 7, step }
  const lost = { csrfToken: token, days: 7 }
  const form = { action: '/somewhere/', csrfToken: token, link: token }
  const confirm = { ...form, email, days: 7 }
  return [
    {
      name: 'codes-lost',
      render: (frame) => codesPage(frame, { ...codes, sections: [waitingSection(frame, token, SECOND)] }),
    },
    {
      name: 'codes-kept',
      render: (frame) =>
        codesPage(frame, {
          ...codes,
          notice: { said: inLanguage(LOST_APP_WORDS, frame.language).page.stopped },
        }),
    },
    {
      name: 'sign-in-code-lost',
      render: (frame) =>
        signInCodePage(frame, { csrfToken: token, kind: 'app', sections: [lostLink(frame)] }),
    },
    { name: 'lost-app', render: (frame) => lostAppPage(frame, lost) },
    {
      name: 'lost-app-wait',
      render: (frame) =>
        lostAppPage(frame, { ...lost, trouble: { retryAfterSeconds: 1234, limit: 'wrong-guesses' } }),
    },
    ...([undefined, 'required', 'wrong', { retryAfterSeconds: 8, limit: 'wrong-guesses' }] as const).map(
      (problem, index) => ({
        name: `lost-app-confirm-${index}`,
        render: (frame: PageFrame) => confirmLostAppPage(frame, { ...confirm, problem }),
      }),
    ),
    { name: 'lost-app-asked', render: (frame) => lostAppAskedPage(frame, { days: 7, dueAt: SECOND }) },
    { name: 'lost-app-asked-before', render: (frame) => lostAppAskedPage(frame, { days: 7 }) },
    { name: 'keep-apps', render: (frame) => keepAppsPage(frame, form) },
    { name: 'keep-apps-wrong', render: (frame) => keepAppsPage(frame, { ...form, problem: 'wrong' }) },
    { name: 'apps-kept', render: (frame) => appsKeptPage(frame) },
  ]
}
