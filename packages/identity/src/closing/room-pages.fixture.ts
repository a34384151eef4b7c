import { type ChosenTexts, otherWayIn, type SamplePage, SECOND } from '../pages/sample-page.fixture.ts'
import { closingWaits } from './on-pages.ts'
import { closeAccountPage, closingAskedPage } from './pages/close-account.ts'
import { CLOSE_ACCOUNT } from './paths.ts'

/** The pages of closing. */
export function samplePages({ email, token }: ChosenTexts): readonly SamplePage[] {
  const closing = { csrfToken: token, email, days: 14, waits: [], step: 'close' } as const
  const waysIn = [otherWayIn(token)]
  const prove = { leadsTo: CLOSE_ACCOUNT, why: 'long-ago', waysIn, problem: 'wrong' } as const
  const trouble = { retryAfterSeconds: 1234, limit: 'wrong-guesses' } as const
  return [
    { name: 'close-wait', render: (frame) => closeAccountPage(frame, { ...closing, trouble }) },
    { name: 'close', render: (frame) => closeAccountPage(frame, closing) },
    {
      name: 'close-kept',
      render: (frame) => closeAccountPage(frame, { ...closing, waits: [closingWaits(frame)], days: 1 }),
    },
    { name: 'close-prove', render: (frame) => closeAccountPage(frame, { ...closing, step: prove }) },
    { name: 'closing-asked', render: (frame) => closingAskedPage(frame, { dueAt: SECOND }) },
  ]
}
