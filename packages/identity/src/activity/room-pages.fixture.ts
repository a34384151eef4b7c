import { type ChosenTexts, DAY_SECONDS, type SamplePage, SECOND } from '../pages/sample-page.fixture.ts'
import { EVENTS } from '../rooms.ts'
import { type ActivityItem, accountLockedPage, activityPage, wasNotMePage } from './pages/activity.ts'
import { sentencesIn } from './sentences.ts'

/** Every sentence about an event. */
const SENTENCES = Object.values(EVENTS).flatMap(sentencesIn)

/** The pages of the activity, with each kind of event. */
export function samplePages({ name, email, program, token }: ChosenTexts): readonly SamplePage[] {
  const csrfToken = token
  const items = SENTENCES.map(
    (sentence, index): ActivityItem => ({
      sentence,
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
