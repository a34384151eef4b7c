import { checkEmailPage } from './check-email.ts'
import type { PageFrame } from './layout.ts'
import type { SamplePage } from './sample-page.fixture.ts'

const PROBLEMS = [
  ['unreadable', 'code-unreadable'],
  ['wrong', { problems: 'code-wrong', triesLeft: 4 }],
  ['wrong-once', { problems: 'code-wrong', triesLeft: 1 }],
  ['over', 'code-over'],
  ['closed', 'code-closed'],
  ['early', { retryAfterSeconds: 45, isEarly: true }],
  ['wait', { retryAfterSeconds: 1234 }],
  ['mail', 'mail-unavailable'],
] as const

/** The pages after a request for a mail. */
export function sentPages(email: string, csrfToken: string): readonly SamplePage[] {
  const kinds = [
    'registration',
    'recovery',
    'new-browser',
    'verification',
    'lost-app',
    'new-address',
  ] as const
  const again = { action: '/again/', waitSeconds: 45 }
  const sent = { csrfToken, email, action: '/sent/', takesCode: true, again, askHref: '/recover/' }
  const unnamed = { ...sent, email: undefined, takesCode: false, again: undefined }
  return [
    ...kinds.flatMap((kind): readonly SamplePage[] => [
      { name: `check-email-${kind}`, render: (frame) => checkEmailPage(frame, { ...sent, kind }) },
      { name: `check-email-${kind}-unnamed`, render: (frame) => checkEmailPage(frame, { ...unnamed, kind }) },
    ]),
    ...PROBLEMS.map(([name, problem]) => ({
      name: `check-email-${name}`,
      render: (frame: PageFrame) => checkEmailPage(frame, { ...sent, kind: 'recovery', problem }),
    })),
    {
      name: 'check-email-again',
      render: (frame) =>
        checkEmailPage(frame, {
          ...sent,
          kind: 'recovery',
          isAgain: true,
          again: { ...again, waitSeconds: 0 },
        }),
    },
  ]
}
