import { type ChosenTexts, otherWayIn, type SamplePage, SECOND } from '../pages/sample-page.fixture.ts'
import {
  addressAskedPage,
  addressKeptPage,
  changeAddressPage,
  confirmAddressPage,
  keepAddressPage,
  type NewAddressProblem,
} from './pages/change-address.ts'
import { CHANGE_ADDRESS_PAGE } from './paths.ts'

const PROBLEMS: readonly NewAddressProblem[] = [
  { problems: 'invalid' },
  { problems: 'same' },
  { retryAfterSeconds: 1234, limit: 'wrong-guesses' },
  'mail-unavailable',
]

/** The pages of a new address. */
export function samplePages({ email, token: csrfToken }: ChosenTexts): readonly SamplePage[] {
  const own = { csrfToken, email, days: 3, step: 'ask' as const }
  const waysIn = [otherWayIn(csrfToken)]
  const prove = {
    leadsTo: CHANGE_ADDRESS_PAGE,
    why: 'long-ago',
    waysIn,
    problem: 'wrong',
  } as const
  const long = { ...prove, problem: undefined }
  const change = { newEmail: email, at: SECOND }
  const done = { ...own, change: { ...change, stage: 'done' } } as const
  const form = { action: '/somewhere/', csrfToken, link: csrfToken }
  const problems = [undefined, 'wrong' as const]
  return [
    { name: 'address', render: (frame) => changeAddressPage(frame, own) },
    { name: 'address-prove', render: (frame) => changeAddressPage(frame, { ...own, step: prove }) },
    {
      name: 'address-waits',
      render: (frame) => changeAddressPage(frame, { ...own, change: { ...change, stage: 'waits' } }),
    },
    { name: 'address-done', render: (frame) => changeAddressPage(frame, done) },
    { name: 'address-done-long-ago', render: (frame) => changeAddressPage(frame, { ...done, step: long }) },
    { name: 'address-done-wrong', render: (frame) => changeAddressPage(frame, { ...done, step: prove }) },
    { name: 'address-stopped', render: (frame) => changeAddressPage(frame, { ...own, isStopped: true }) },
    ...PROBLEMS.map(
      (problem, index): SamplePage => ({
        name: `address-refused-${index}`,
        render: (frame) => changeAddressPage(frame, { ...own, typed: email, problem }),
      }),
    ),
    ...problems.flatMap((problem, index): SamplePage[] => [
      {
        name: `address-confirm-${index}`,
        render: (frame) => confirmAddressPage(frame, { ...form, newEmail: email, days: 1, problem }),
      },
      {
        name: `address-keep-${index}`,
        render: (frame) => keepAddressPage(frame, { ...form, isDone: index === 1, problem }),
      },
    ]),
    { name: 'address-asked', render: (frame) => addressAskedPage(frame, { days: 3 }) },
    { name: 'address-kept', render: addressKeptPage },
  ]
}
