import {
  type ActivityItem,
  type ActivityKind,
  accountLockedPage,
  activityPage,
  wasNotMePage,
} from './activity.ts'
import { type ChosenTexts, DAY_SECONDS, type SamplePage, SECOND } from './sample-page.fixture.ts'
import { en } from './words/en.ts'

const KINDS = Object.keys(en.activity.did) as ActivityKind[]

/** The pages of the activity: each kind of event, and the way out. */
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
  const olderHref = '/account/activity/?before=x'
  return [
    { name: 'activity', render: (frame) => activityPage(frame, { items, olderHref, isNewest: false }) },
    { name: 'activity-none', render: (frame) => activityPage(frame, { items: [], isNewest: true }) },
    { name: 'was-not-me', render: (frame) => wasNotMePage(frame, { csrfToken, email }) },
    { name: 'account-locked', render: (frame) => accountLockedPage(frame, { email }) },
  ]
}
