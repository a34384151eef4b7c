import { html, type Reply, type Route } from '@portico/identity/parts'
import { barChart } from './bar-chart.ts'
import type { ConsoleNeeds } from './console-needs.ts'
import { consolePage, instant, sheet } from './console-page.ts'
import { type ConsoleRequest, consoleRoute } from './console-route.ts'
import { PLACES } from './places.ts'
import { shownCount } from './reads/last-day.ts'
import { KINDS_COUNTED, readToday } from './reads/read-today.ts'

/** The last day by hours. */
export function todayRoutes(needs: ConsoleNeeds): readonly Route[] {
  return [consoleRoute(needs, 'GET', PLACES.today, (request) => answer(needs, request))]
}

async function answer(needs: ConsoleNeeds, { shown, by }: ConsoleRequest): Promise<Reply> {
  const { today: words } = shown.words
  const hours = await readToday(needs, by)
  const charts = KINDS_COUNTED.map((kind) =>
    barChart(
      { label: words.counted[kind], most: words.most },
      hours.map(({ counts }) => counts[kind].events),
    ),
  )
  const rows = hours
    .toReversed()
    .map(({ hourAt, counts }) => [
      instant(shown.frame, hourAt),
      ...KINDS_COUNTED.map((kind) => shownCount(counts[kind])),
    ])
  const isAbout = hours.some(({ counts }) => Object.values(counts).some(({ isEstimate }) => isEstimate))
  const main = html`<p>${words.lead}</p>
<div class="charts">${charts}</div>
${sheet(words.title, [words.hour, ...KINDS_COUNTED.map((kind) => words.counted[kind])], rows)}
${isAbout && html`<p>≈ ${words.about}</p>`}`
  return consolePage(shown, { title: words.title, main, place: 'today' })
}
