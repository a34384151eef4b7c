import {
  type ComparedSetting,
  type Html,
  html,
  placeOf,
  type Reply,
  type Route,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from './console-needs.ts'
import { type ConsoleFrame, consolePage, exact, instant, sheet } from './console-page.ts'
import { type ConsoleRequest, consoleRoute } from './console-route.ts'
import { PLACES } from './places.ts'
import { readSettings, type SettingsSeen } from './reads/read-settings.ts'
import type { ConsoleWords } from './words/index.ts'

type SettingWords = ConsoleWords['settings']

/** The processes of the service that run, and the settings in force in them. Secrets are told by their names alone. */
export function settingRoutes(needs: ConsoleNeeds): readonly Route[] {
  return [consoleRoute(needs, 'GET', PLACES.settings, (request) => answer(needs, request))]
}

async function answer(needs: ConsoleNeeds, { shown, by }: ConsoleRequest): Promise<Reply> {
  const { settings: words } = shown.words
  const seen = await readSettings(needs, by)
  const main = html`<p>${words.lead}</p>
${seen.instances.length === 0 ? html`<p>${words.none}</p>` : inForce(shown, seen)}`
  return consolePage(shown, { title: words.title, main, place: 'settings' })
}

function inForce(
  { frame, words: { settings: words } }: ConsoleFrame,
  { instances, settings: compared }: SettingsSeen,
): Html {
  const differing = compared.filter(({ differs }) => differs)
  const processes = instances.map((one) => [
    exact(placeOf(one)),
    instant(frame, one.startedAt),
    instant(frame, one.seenAt),
  ])
  const read = compared.flatMap((setting) => rowsOf(words, setting, instances.length))
  return html`${differing.length > 0 && html`<p role="status"><strong>${words.differ}</strong> ${differing.map(({ name }) => html`${exact(name)} `)}</p>`}
<h2>${words.processes}</h2>
${sheet(words.processes, [words.process, words.started, words.seen], processes)}
<h2>${words.read}</h2>
${sheet(words.read, [words.setting, words.value, words.given, words.in], read)}`
}

function rowsOf(words: SettingWords, { name, values }: ComparedSetting, processes: number) {
  return values.map(({ value, given, places }) => [
    exact(name),
    valueOf(words, { value, given }),
    words.by[given],
    places.length === processes ? words.all : html`${places.map((place) => html`${exact(place)} `)}`,
  ])
}

function valueOf(
  words: SettingWords,
  { value, given }: Pick<ComparedSetting['values'][number], 'value' | 'given'>,
) {
  if (value !== null && value !== '') return exact(value)
  return value === null && given !== 'default' ? words.secret : words.unset
}
