import {
  type AccountLook,
  type Client,
  EVENTS,
  type Html,
  html,
  inLanguage,
  isolated,
  programIn,
  type RecordedEvent,
  type Story,
  sentenceForSupporters,
} from '@portico/identity/parts'
import { type ConsoleFrame, exact, instantOf, sheet } from './console-page.ts'
import { aboutEvent } from './event-sheet.ts'
import { coveredEvent } from './masked.ts'

/** The story of an account, with the programs that its events name, by their ids. */
export interface ToldStory extends Story {
  readonly programs: ReadonlyMap<string, Client>
}

/** Looks that came one after the other, the newest first. */
type LooksTogether = readonly [newest: AccountLook, ...earlier: AccountLook[]]

/** The story of an account as a table, the newest first: sentences, with the names that tickets and filters need beside them. Looks that came one after the other are one row. */
export function storySheet(shown: ConsoleFrame, story: ToldStory, addresses: 'shown' | 'covered'): Html {
  const { citizen, table } = shown.words
  const isCovered = addresses === 'covered'
  const rows = rowsOf(story).map((row) => [
    ...('eventId' in row
      ? eventRow(shown, story, isCovered ? coveredEvent(row) : row)
      : looksRow(shown, row)),
    ...(isCovered ? [] : ['eventId' in row ? (row.address ?? '') : '']),
  ])
  return sheet(
    citizen.story,
    [table.when, table.event, table.who, ...(isCovered ? [] : [table.address])],
    rows,
    'story',
  )
}

/** Events and looks in the order of time, the newest first. */
export function rowsOf({ events, looks }: Story): readonly (RecordedEvent | LooksTogether)[] {
  const isLater = (one: AccountLook, other: RecordedEvent) =>
    one.at > other.at || (one.at === other.at && one.eventId > other.eventId)
  const rows: (RecordedEvent | LooksTogether)[] = []
  let left = looks
  for (const event of [...events, undefined]) {
    const [newest, ...earlier] = event === undefined ? left : left.filter((look) => isLater(look, event))
    if (newest) rows.push([newest, ...earlier])
    left = left.slice(newest ? earlier.length + 1 : 0)
    if (event) rows.push(event)
  }
  return rows
}

function eventRow(
  { frame, words }: ConsoleFrame,
  { programs }: Pick<ToldStory, 'programs'>,
  event: RecordedEvent,
): readonly (Html | string)[] {
  const sentence = sentenceOf(frame, programs, event)
  const name = exact(event.name)
  const { operator } = event
  const actor = words.actors[event.actor]
  return [
    instantOf(frame, event.at),
    html`${sentence ?? name} <small>${sentence && html`${name} `}${exact(aboutEvent(event))}</small>`,
    operator === null ? actor : html`${actor} ${isolated(operator)}`,
  ]
}

/** What a supporter reads about it: mostly what its citizen reads. */
function sentenceOf(
  { language }: ConsoleFrame['frame'],
  programs: ToldStory['programs'],
  { name, clientId, details }: RecordedEvent,
): Html | undefined {
  const part = (key: string) => (Object.hasOwn(details, key) ? String(details[key]) : null)
  const parts = { name, cause: part('cause'), purpose: part('purpose'), proof: part('proof') }
  const sentence = sentenceForSupporters(parts, EVENTS[name] ?? {})
  const client = programs.get(clientId ?? '')
  const program = client ? isolated(programIn(client, language).name) : exact(clientId ?? '')
  return sentence && inLanguage(sentence, language)(program)
}

function looksRow({ frame, words }: ConsoleFrame, looks: LooksTogether): readonly (Html | string)[] {
  const [newest] = looks
  const first = looks.at(-1) ?? newest
  const { looks: told, between } = words.citizen
  const operators = [...new Set(looks.flatMap(({ operator }) => operator ?? []))]
  return [
    instantOf(frame, newest.at),
    html`${told(looks.length)}${looks.length > 1 && html` ${between(instantOf(frame, first.at), instantOf(frame, newest.at))}`}`,
    html`${words.actors.operator} ${listed(frame, operators)}`,
  ]
}

/** Names as the language lists them. */
function listed({ language }: ConsoleFrame['frame'], names: readonly string[]): Html {
  const parts = new Intl.ListFormat(language).formatToParts(names)
  return html`${parts.map(({ type, value }) => (type === 'element' ? isolated(value) : value))}`
}
