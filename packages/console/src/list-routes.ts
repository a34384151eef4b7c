import { html, isolated, linkButton, type Reply, type Route } from '@portico/identity/parts'
import type { ConsoleNeeds } from './console-needs.ts'
import { consolePage, instant, sheet } from './console-page.ts'
import { type ConsoleRequest, consoleRoute } from './console-route.ts'
import { PLACES, programAddress } from './places.ts'
import { readOperators, readPrograms, readSigningKeys } from './reads/read-lists.ts'
import { sayHealth } from './say-health.ts'
import { askedIn } from './typed-in.ts'

/** The lists that are short in every deployment: programs, keys and operators. */
export function listRoutes(needs: ConsoleNeeds): readonly Route[] {
  return [
    consoleRoute(needs, 'GET', PLACES.programs, (request) => programs(needs, request)),
    consoleRoute(needs, 'GET', PLACES.keys, (request) => keys(needs, request)),
    consoleRoute(needs, 'GET', PLACES.operators, (request) => operators(needs, request)),
  ]
}

async function programs(needs: ConsoleNeeds, { shown, by, http }: ConsoleRequest): Promise<Reply> {
  const { programs: words } = shown.words
  const { programs: found, since, next } = await readPrograms(needs, by, askedIn(http)('after'))
  const rows = found.map(({ name, clientId, health, liveSecrets, lastUsedAt }) => [
    html`<a href="${programAddress(clientId)}">${isolated(name)}</a>`,
    html`<code>${clientId}</code>`,
    sayHealth(shown, health),
    String(liveSecrets),
    lastUsedAt === undefined ? words.never : instant(shown.frame, lastUsedAt),
  ])
  const headings = [words.name, words.id, words.health.title, words.secrets, words.lastUsed]
  const list = rows.length === 0 ? html`<p>${words.none}</p>` : sheet(words.title, headings, rows)
  const more = next && `${PLACES.programs.path}?${new URLSearchParams({ after: next })}`
  const main = html`<p>${words.health.since} ${instant(shown.frame, since)}.</p>
${list}
${more && html`<p class="actions">${linkButton(words.more, more)}</p>`}`
  return consolePage(shown, { title: words.title, main, place: 'programs' })
}

async function keys(needs: ConsoleNeeds, { shown, by }: ConsoleRequest): Promise<Reply> {
  const { keys: words } = shown.words
  const found = await readSigningKeys(needs, by)
  const rows = found.map(({ kid, stage, createdAt }) => [
    html`<code>${kid}</code>`,
    words.stages[stage],
    instant(shown.frame, createdAt),
  ])
  const main =
    rows.length === 0
      ? html`<p>${words.none}</p>`
      : sheet(words.title, [words.id, words.state, words.made], rows)
  return consolePage(shown, { title: words.title, main, place: 'keys' })
}

async function operators(needs: ConsoleNeeds, { shown, by }: ConsoleRequest): Promise<Reply> {
  const { operators: words, roles } = shown.words
  const found = await readOperators(needs, by)
  const rows = found.map(({ name, role, addedAt, keptOut }) => [
    ...[
      isolated(name),
      roles[role],
      instant(shown.frame, addedAt),
      keptOut === null ? words.yes : words.keptOut[keptOut],
    ],
  ])
  const main = html`<p>${words.lead}</p>
${sheet(words.title, [words.name, words.role, words.since, words.mayEnter], rows)}`
  return consolePage(shown, { title: words.title, main, place: 'operators' })
}
