import { type Html, html, inLanguage, type Reply, type Route } from '@portico/identity/parts'
import type { ConsoleNeeds } from './console-needs.ts'
import { type ConsoleFrame, consolePage, exact, instant, sheet } from './console-page.ts'
import { type ConsoleRequest, consoleRoute } from './console-route.ts'
import { PLACES } from './places.ts'
import { limitInWords, readLimits } from './reads/read-limits.ts'

/** The limits that are spent now. A network is shown; an address of a person is not even read. */
export function limitRoutes(needs: ConsoleNeeds): readonly Route[] {
  return [consoleRoute(needs, 'GET', PLACES.limits, (request) => answer(needs, request))]
}

async function answer(needs: ConsoleNeeds, { shown, by }: ConsoleRequest): Promise<Reply> {
  const { limits: words } = shown.words
  const spent = await readLimits(needs, by)
  const rows = spent.map(({ kind, keys, firstEndsAt, lastEndsAt, networks }) => [
    ...[
      limitName(shown, kind),
      String(keys),
      instant(shown.frame, firstEndsAt),
      instant(shown.frame, lastEndsAt),
    ],
    networks.length === 0 ? words.covered : html`${networks.map((network) => html`${exact(network)} `)}`,
  ])
  const headings = [words.limit, words.keys, words.first, words.last, words.networks]
  const main = html`<p>${words.lead}</p>
${rows.length === 0 ? html`<p>${words.none}</p>` : sheet(words.title, headings, rows)}
<p>${words.redis}</p>`
  return consolePage(shown, { title: words.title, main, place: 'limits' })
}

/** What a limit counts, and below it the name that it has in the log and the metrics. */
function limitName({ frame, words }: ConsoleFrame, kind: string): Html {
  const known = limitInWords(kind)
  const name = html`<small>${exact(kind)}</small>`
  return known
    ? html`${inLanguage(known.counts, frame.language)} (${words.limits.per[known.per]}) ${name}`
    : name
}
