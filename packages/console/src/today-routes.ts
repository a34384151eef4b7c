import {
  countByHour,
  type HourlyEvents,
  html,
  namesOf,
  plusSeconds,
  type Reply,
  type Route,
  recordRead,
  type UnixSeconds,
  unixSeconds,
} from '@portico/identity/parts'
import { barChart } from './bar-chart.ts'
import type { ConsoleNeeds } from './console-needs.ts'
import { consolePage, instant, sheet } from './console-page.ts'
import { type ConsoleRequest, consoleRoute } from './console-route.ts'
import { PLACES } from './places.ts'

const HOUR_SECONDS = 60 * 60
const HOURS = 24

/** What is counted, by the names of its events. */
const COUNTED = {
  signIns: ['signed-in'],
  failures: ['sign-in-failed', 'passkey-refused'],
  slowed: ['sign-in-slowed', 'sign-in-closed-to-browser'],
  registrations: ['account-created'],
  letters: [
    ...['registration-requested', 'registration-for-existing-account', 'recovery-requested'],
    ...['browser-link-requested', 'verification-requested', 'address-link-requested'],
  ],
  givenUp: ['letter-given-up'],
} as const

type Counted = keyof typeof COUNTED

/** The last day by hours. */
export function todayRoutes(needs: ConsoleNeeds): readonly Route[] {
  return [consoleRoute(needs, 'GET', PLACES.today, (request) => answer(needs, request))]
}

interface Count {
  readonly events: number
  readonly isEstimate: boolean
}

async function answer(needs: ConsoleNeeds, { shown, by }: ConsoleRequest): Promise<Reply> {
  const { today: words } = shown.words
  const now = needs.clock.now()
  const newest = unixSeconds(Math.floor(now / HOUR_SECONDS) * HOUR_SECONDS)
  const hours = Array.from({ length: HOURS }, (_, index) =>
    plusSeconds(newest, (index - HOURS + 1) * HOUR_SECONDS),
  )
  const names = Object.values(COUNTED).flat()
  const found = await countByHour(needs.db, { names, since: hours[0] ?? newest, now })
  await recordRead({ ...needs, by }, { command: 'console today' })
  const kinds = namesOf(COUNTED)
  const counts = hours.map((hourAt) => ({ hourAt, of: (kind: Counted) => countOf(found, hourAt, kind) }))
  const charts = kinds.map((kind) =>
    barChart(
      { label: words.counted[kind], most: words.most },
      counts.map(({ of }) => of(kind).events),
    ),
  )
  const rows = counts
    .toReversed()
    .map(({ hourAt, of }) => [instant(hourAt), ...kinds.map((kind) => numberOf(of(kind)))])
  const main = html`<p>${words.lead}</p>
<div class="charts">${charts}</div>
${sheet(words.title, [words.hour, ...kinds.map((kind) => words.counted[kind])], rows)}
${found.some(({ isEstimate }) => isEstimate) && html`<p>≈ ${words.about}</p>`}`
  return consolePage(shown, { title: words.title, main, place: 'today' })
}

function countOf(found: readonly HourlyEvents[], hourAt: UnixSeconds, kind: Counted): Count {
  const names: readonly string[] = COUNTED[kind]
  const ours = found.filter((one) => one.hourAt === hourAt && names.includes(one.name))
  return {
    events: ours.reduce((sum, { events }) => sum + events, 0),
    // Where a part of an hour was not looked at, there may also be what nobody has seen.
    isEstimate: found.some((one) => one.hourAt === hourAt && one.isEstimate),
  }
}

function numberOf({ events, isEstimate }: Count): string {
  return isEstimate ? `≈ ${events}` : String(events)
}
