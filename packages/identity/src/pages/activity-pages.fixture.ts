import {
  type ActivityItem,
  type ActivityKind,
  accountLockedPage,
  activityPage,
  wasNotMePage,
} from './activity.ts'
import { closeAccountPage, closingAskedPage } from './close-account.ts'
import { dataPage } from './data.ts'
import {
  type ChosenTexts,
  DAY_SECONDS,
  passkeyOptions,
  type SamplePage,
  SECOND,
} from './sample-page.fixture.ts'
import { en } from './words/en.ts'

const KINDS = Object.keys(en.activity.did) as ActivityKind[]

/** The pages of the activity, with each kind of event, of the own data, and of closing. */
export function activityPages({ name, email, program, token }: ChosenTexts): readonly SamplePage[] {
  const csrfToken = token
  const items = KINDS.map(
    (kind, index): ActivityItem => ({
      kind,
      at: SECOND + index * DAY_SECONDS,
      ...(index % 2 === 0 && { address: '203.0.113.7' }),
      ...(index % 3 === 0 && { browser: 'Firefox', system: name }),
      ...(index % 5 !== 0 && { program }),
    }),
  )
  const own = { csrfToken, email }
  const question = { options: passkeyOptions(email), ceremony: token, againHref: '/account/data/' }
  const prove = { leadsTo: 'data' as const, why: 'long-ago' as const, question }
  const closing = { ...own, days: 14, isKept: false }
  const olderHref = '/account/activity/?before=x'
  return [
    { name: 'activity', render: (frame) => activityPage(frame, { items, olderHref, isNewest: false }) },
    { name: 'activity-none', render: (frame) => activityPage(frame, { items: [], isNewest: true }) },
    { name: 'was-not-me', render: (frame) => wasNotMePage(frame, { csrfToken, email }) },
    { name: 'data', render: (frame) => dataPage(frame, { ...own, step: 'download' }) },
    {
      name: 'data-wait',
      render: (frame) => dataPage(frame, { ...own, step: 'download', trouble: { retryAfterSeconds: 1234 } }),
    },
    { name: 'data-prove', render: (frame) => dataPage(frame, { ...own, step: prove }) },
    {
      name: 'data-prove-wrong',
      render: (frame) => dataPage(frame, { ...own, step: { ...prove, problem: 'wrong' } }),
    },
    {
      name: 'close-wait',
      render: (frame) =>
        closeAccountPage(frame, { ...closing, step: 'close', trouble: { retryAfterSeconds: 1234 } }),
    },
    { name: 'close', render: (frame) => closeAccountPage(frame, { ...closing, step: 'close' }) },
    {
      name: 'close-kept',
      render: (frame) => closeAccountPage(frame, { ...closing, isKept: true, days: 1, step: 'close' }),
    },
    {
      name: 'close-prove',
      render: (frame) =>
        closeAccountPage(frame, { ...closing, step: { ...prove, leadsTo: 'closing', problem: 'wrong' } }),
    },
    { name: 'closing-asked', render: (frame) => closingAskedPage(frame, { dueAt: SECOND }) },
    { name: 'account-locked', render: (frame) => accountLockedPage(frame, { email }) },
  ]
}
