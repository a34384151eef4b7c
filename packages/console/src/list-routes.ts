import {
  findClientSecrets,
  html,
  isLive,
  isolated,
  latestOf,
  listClients,
  listOperators,
  listSigningKeys,
  type Reply,
  type Route,
  recordRead,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from './console-needs.ts'
import { consolePage, instant, sheet } from './console-page.ts'
import { type ConsoleRequest, consoleRoute } from './console-route.ts'
import { PLACES } from './places.ts'

/** The lists that are short in every deployment: programs, keys and operators. */
export function listRoutes(needs: ConsoleNeeds): readonly Route[] {
  return [
    consoleRoute(needs, 'GET', PLACES.programs, (request) => programs(needs, request)),
    consoleRoute(needs, 'GET', PLACES.keys, (request) => keys(needs, request)),
    consoleRoute(needs, 'GET', PLACES.operators, (request) => operators(needs, request)),
  ]
}

async function programs(needs: ConsoleNeeds, { shown, by }: ConsoleRequest): Promise<Reply> {
  const { programs: words } = shown.words
  const clients = await listClients(needs.db)
  await recordRead({ ...needs, by }, { command: 'console programs' })
  const now = needs.clock.now()
  const rows = await Promise.all(
    clients.map(async ({ clientId, name, disabledAt }) => {
      const secrets = await findClientSecrets(needs.db, clientId)
      const live = secrets.filter((secret) => isLive(secret, now))
      const lastUsed = latestOf(secrets.map(({ lastUsedAt }) => lastUsedAt))
      return [
        isolated(name),
        html`<code>${clientId}</code>`,
        disabledAt === null ? words.enabled : html`${words.disabled} ${instant(disabledAt)}`,
        String(live.length),
        lastUsed === undefined ? words.never : instant(lastUsed),
      ]
    }),
  )
  const headings = [words.name, words.id, words.state, words.secrets, words.lastUsed]
  const main = rows.length === 0 ? html`<p>${words.none}</p>` : sheet(words.title, headings, rows)
  return consolePage(shown, { title: words.title, main, place: 'programs' })
}

async function keys(needs: ConsoleNeeds, { shown, by }: ConsoleRequest): Promise<Reply> {
  const { keys: words } = shown.words
  const found = await listSigningKeys(needs)
  await recordRead({ ...needs, by }, { command: 'console keys' })
  const rows = found.map(({ kid, stage, createdAt }) => [
    html`<code>${kid}</code>`,
    stage,
    instant(createdAt),
  ])
  const main =
    rows.length === 0
      ? html`<p>${words.none}</p>`
      : sheet(words.title, [words.id, words.state, words.made], rows)
  return consolePage(shown, { title: words.title, main, place: 'keys' })
}

async function operators(needs: ConsoleNeeds, { shown, by }: ConsoleRequest): Promise<Reply> {
  const { operators: words, roles } = shown.words
  const found = await listOperators(needs.db)
  await recordRead({ ...needs, by }, { command: 'console operators' })
  const rows = found.map(({ name, role, addedAt, mayEnter }) => [
    ...[isolated(name), roles[role], instant(addedAt), mayEnter ? words.yes : words.no],
  ])
  const main = html`<p>${words.lead}</p>
${sheet(words.title, [words.name, words.role, words.since, words.mayEnter], rows)}`
  return consolePage(shown, { title: words.title, main, place: 'operators' })
}
