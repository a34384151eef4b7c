import {
  type ClientSecret,
  type Html,
  html,
  isLive,
  isolated,
  isRetired,
  linkButton,
  type Reply,
  type Route,
  type UnixSeconds,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from './console-needs.ts'
import { type ConsoleFrame, consolePage, exact, factList, instant, sheet } from './console-page.ts'
import { type ConsoleRequest, consoleRoute } from './console-route.ts'
import { PLACES } from './places.ts'
import { COUNTED_OF_PROGRAM, readProgram, type SeenProgram } from './reads/read-program.ts'
import { sayHealth } from './say-health.ts'

/** One program: its registration, what it did lately, its secrets and its limits. No secret and no hash is read. */
export function programRoutes(needs: ConsoleNeeds): readonly Route[] {
  return [consoleRoute(needs, 'GET', PLACES.program, (request) => answer(needs, request))]
}

async function answer(needs: ConsoleNeeds, { shown, by, http }: ConsoleRequest): Promise<Reply> {
  const { program: words } = shown.words
  const query = http.query()
  const seen = query.ok ? await readProgram(needs, by, query.value.text('client')) : undefined
  const all = html`<p class="actions">${linkButton(words.all, PLACES.programs.path)}</p>`
  if (!seen) return consolePage(shown, { title: words.none, main: all, status: 404 })
  const main = html`${registration(shown, seen)}
<p>${shown.words.program.callMeans}</p>
${lately(shown, seen)}
${secrets(shown, seen, needs.clock.now())}
${limits(shown, seen)}
${all}`
  return consolePage(shown, { title: seen.client.name, main })
}

function registration(
  shown: ConsoleFrame,
  { client, health, lastCallAt, exchangedAt, since }: SeenProgram,
): Html {
  const {
    frame,
    words: { program, programs },
  } = shown
  const { clientId, createdAt, disabledAt, redirectUris } = client
  return factList([
    [programs.id, html`<code>${clientId}</code>`],
    [
      programs.state,
      disabledAt === null ? programs.enabled : html`${programs.disabled} ${instant(frame, disabledAt)}`,
    ],
    [programs.health.title, sayHealth(shown, health)],
    [program.lastCall, lastCallAt === undefined ? programs.never : instant(frame, lastCallAt)],
    [
      program.exchanged,
      exchangedAt === undefined
        ? html`${program.notSince} ${instant(frame, since)}`
        : instant(frame, exchangedAt),
    ],
    [program.made, instant(frame, createdAt)],
    [program.redirectUris, html`${redirectUris.map((uri) => html`${exact(uri)} `)}`],
  ])
}

function lately({ frame, words: { program: words } }: ConsoleFrame, seen: SeenProgram): Html {
  const { counts, faultRate, since } = seen
  const share = new Intl.NumberFormat(`${frame.language}-u-nu-latn`, {
    ...{ style: 'percent', maximumFractionDigits: 1 },
  } as const)
  const rows = COUNTED_OF_PROGRAM.map((kind) => [words[kind], String(counts[kind])])
  const rate = faultRate === undefined ? html`<p>${words.noWay}</p>` : undefined
  const all = faultRate === undefined ? rows : [...rows, [words.rate, share.format(faultRate)]]
  return html`<h2>${words.lately}</h2>
<p>${words.since} ${instant(frame, since)}.</p>
${rate}
${sheet(words.lately, [words.kind, words.times], all)}`
}

function secrets(shown: ConsoleFrame, seen: SeenProgram, now: UnixSeconds): Html {
  const { frame } = shown
  const { program: words, programs } = shown.words
  const at = (instantAt: UnixSeconds | null) =>
    instantAt === null ? programs.never : instant(frame, instantAt)
  const endOf = (secret: ClientSecret) => {
    if (isRetired(secret)) return words.retired
    if (secret.expiresAt === null) return words.open
    return html`${!isLive(secret, now) && words.ended} ${at(secret.expiresAt)}`
  }
  const rows = seen.secrets.map((secret) => [
    secret.label === '' ? words.noLabel : isolated(secret.label),
    ...[at(secret.createdAt), at(secret.lastUsedAt)],
    endOf(secret),
    at(secret.refusedAt),
  ])
  const headings = [words.label, shown.words.keys.made, programs.lastUsed, words.ends, words.refusedAt]
  return html`<h2>${programs.secrets}</h2>
${rows.length === 0 ? html`<p>${words.noSecrets}</p>` : sheet(programs.secrets, headings, rows)}`
}

function limits({ words: { program: words, limits: limitWords } }: ConsoleFrame, seen: SeenProgram): Html {
  const rows = seen.limits.map(({ endpoint, perMinute, spent }) => [
    ...[words.endpoints[endpoint], String(perMinute)],
    spent === null ? words.shared : String(spent),
  ])
  return html`<h2>${words.limits}</h2>
${sheet(words.limits, [words.endpoint, words.perMinute, words.spent], rows)}
<p>${limitWords.redis}</p>`
}
