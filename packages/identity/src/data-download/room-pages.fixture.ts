import { type ChosenTexts, otherWayIn, type SamplePage } from '../pages/sample-page.fixture.ts'
import { dataPage } from './pages/data.ts'
import { OWN_DATA } from './paths.ts'

/** The pages of the own data. */
export function samplePages({ email, token }: ChosenTexts): readonly SamplePage[] {
  const data = { csrfToken: token, email, step: 'download' } as const
  const waysIn = [otherWayIn(token)]
  const prove = { leadsTo: OWN_DATA, why: 'long-ago', waysIn } as const
  const trouble = { retryAfterSeconds: 1234, limit: 'wrong-guesses' } as const
  return [
    { name: 'data', render: (frame) => dataPage(frame, data) },
    { name: 'data-wait', render: (frame) => dataPage(frame, { ...data, trouble }) },
    { name: 'data-prove', render: (frame) => dataPage(frame, { ...data, step: prove }) },
    {
      name: 'data-prove-wrong',
      render: (frame) => dataPage(frame, { ...data, step: { ...prove, problem: 'wrong' } }),
    },
  ]
}
