import { checkEmailPage, type PageFrame } from '../pages/index.ts'
import type { ChosenTexts, SamplePage } from '../pages/sample-page.fixture.ts'
import { OF_ROOMS } from '../rooms.ts'
import { LINK_KINDS } from './link-kinds.ts'
import { everyLink, linkSamples, sentView } from './link-pages.fixture.ts'

const PROBLEMS = [
  ['unreadable', 'code-unreadable'],
  ['wrong', { problems: 'code-wrong', triesLeft: 4 }],
  ['wrong-once', { problems: 'code-wrong', triesLeft: 1 }],
  ['over', 'code-over'],
  ['closed', 'code-closed'],
  ['early', { retryAfterSeconds: 45, limit: 'wrong-guesses', isEarly: true }],
  ['wait', { retryAfterSeconds: 1234, limit: 'wrong-guesses' }],
  ['mail', 'mail-unavailable'],
] as const

/** The pages after a request for a mail, and those behind links that do not work, of all kinds. */
export function samplePages(texts: ChosenTexts): readonly SamplePage[] {
  const { words } = LINK_KINDS.recovery.sent
  const sent = { ...sentView(texts), words }
  const again = { action: '/again/', waitSeconds: 0 }
  const changeLink = OF_ROOMS.onProfile.find(({ beside }) => beside === 'address')?.link
  const ofAccount = { askHref: undefined, changeLink }
  return [
    ...everyLink.flatMap((rules) => linkSamples(rules, texts)),
    ...PROBLEMS.map(([name, problem]) => ({
      name: `check-email-${name}`,
      render: (frame: PageFrame) => checkEmailPage(frame, { ...sent, problem }),
    })),
    {
      name: 'check-email-over-elsewhere',
      render: (frame) => checkEmailPage(frame, { ...sent, problem: 'code-over', loginHref: '/login/' }),
    },
    {
      name: 'check-email-over-again',
      render: (frame) =>
        checkEmailPage(frame, { ...sent, problem: 'code-over', loginHref: '/login/', again }),
    },
    {
      name: 'check-email-refused',
      render: (frame) =>
        checkEmailPage(frame, { ...sent, isRefused: true, again: { ...again, waitSeconds: 45 } }),
    },
    {
      name: 'check-email-refused-account',
      render: (frame) => checkEmailPage(frame, { ...sent, ...ofAccount, isRefused: true, again }),
    },
    {
      name: 'check-email-refused-wait',
      render: (frame) =>
        checkEmailPage(frame, {
          ...sent,
          isRefused: true,
          again,
          problem: { retryAfterSeconds: 1234, limit: 'wrong-guesses' },
        }),
    },
    {
      name: 'check-email-again',
      render: (frame) => checkEmailPage(frame, { ...sent, isAgain: true, again }),
    },
  ]
}
