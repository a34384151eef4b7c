import { describePlacement } from '../../../packages/identity/src/distribution/index.ts'
import { LIMIT_VARIABLES } from '../../../packages/identity/src/limit-settings.ts'
import type { LinkRules } from '../../../packages/identity/src/mailed-links/index.ts'
import type { Table, Tables } from '../../../packages/identity/src/platform/postgres/table.ts'
import type { EventBound, EventEntry } from '../../../packages/identity/src/platform/room/event.ts'
import type { LimitSetting, ListedLimit } from '../../../packages/identity/src/platform/room/limit.ts'
import { namesOf, tableOf } from './page-tables.ts'
import type { ToldRoom, ToldRoute } from './rooms-told.ts'

const HEAD = `# The rooms, and what each brings

Made by \`npm run rooms -- --write\` from the lists of the rooms (\`room.ts\`, [decision 81](decisions/0081-a-room-lists-what-it-brings.md)); do not edit it.
\`npm run check\` compares it with the lists. [The architecture](architecture.md#the-rooms) has a picture of the same rooms: which one looks down on which.

- **Tables**: where the rows are on [several servers](citus.md), whether [a backup](runbooks/backup.md) has them, and whether they expire.
- **Limits**: the [setting](runbooks/settings.md) that says how many requests, in which time, and what shares a counter.
- **Events** of the audit: what keeps each from being written for ever ([decision 73](decisions/0073-own-acts-have-a-bound.md)), and whether its citizen reads a sentence
  about it on the page Activity.
- **Mailed links** lead to the room whose page is behind them. Letters stand in the room that has their words.
- **Paths**: what each looks at before it does anything. \`second-factor\`: a session that gave a code where the account has an app. \`recent-proof\`: the same, with a proof of the last
  five minutes. Where it looks at nothing, it has a proof of its own, such as a password, a code, a mailed link or the secret of a program, or needs none.
`

const NO_LINES: readonly string[] = []

/** The whole page. `gone` are the tables that stayed when their room was taken away. */
export function roomsPage(rooms: readonly ToldRoom[], gone: Tables): string {
  return `${[
    HEAD,
    tableOf(
      ['room', 'what it is'],
      rooms.map((room) => [
        `[${room.name}](${broughtBy(room).length > 0 ? `#${room.name}` : doorOf(room)})`,
        room.says,
      ]),
    ),
    ...rooms.filter((room) => broughtBy(room).length > 0).map(sectionOf),
    ...(Object.keys(gone).length > 0 ? ['\n## Tables of rooms that are gone', tablesOf(gone)] : []),
  ].join('\n')}\n`
}

function sectionOf(room: ToldRoom): string {
  const { name, says } = room
  const more = name === 'platform' ? '' : ` [\`${name}/index.ts\`](${doorOf(room)}) says more.`
  return [`\n## ${name}\n`, `${says}${more}`, ...broughtBy(room)].join('\n')
}

const doorOf = ({ name }: ToldRoom): string => `../packages/identity/src/${name}/index.ts`

function broughtBy(room: ToldRoom): readonly string[] {
  const { tables, limits, events, letters, links, routes, further } = room
  return [
    ...(further.length > 0 ? ['', ...further.map((line) => `- ${line}`)] : NO_LINES),
    ...(Object.keys(tables).length > 0 ? [tablesOf(tables)] : NO_LINES),
    ...listed(['limit', 'counts', 'requests', 'in', 'that share'], Object.entries(limits).map(limitRow)),
    ...listed(['event', 'bound', 'its citizen reads it'], Object.entries(events).map(eventRow)),
    ...(letters.length > 0 ? [`\nLetters: ${namesOf(letters)}.`] : NO_LINES),
    ...listed(['mailed link', 'leads to', 'valid for'], links.map(linkRow)),
    ...listed(['path', 'methods', 'looks at'], pathRows(routes)),
  ]
}

const listed = (head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] =>
  rows.length > 0 ? ['', tableOf(head, rows)] : NO_LINES

function tablesOf(tables: Tables): string {
  return `\n${tableOf(['table', 'rows', 'in a backup', 'expire'], Object.entries(tables).map(tableRow))}`
}

const BACKUP: Readonly<Record<Table['backup'], string>> = {
  kept: 'yes',
  'left-out': 'no',
  note: 'no: it is about this database',
}

function tableRow([name, { placement, backup, purge }]: readonly [string, Table]): readonly string[] {
  const rows = placement === 'gone' ? 'dropped; older backups have it' : describePlacement(placement)
  return [`\`${name}\``, rows, BACKUP[backup], purge ? 'yes' : 'no']
}

const SHARED: Readonly<Record<ListedLimit['per'], string>> = {
  network: 'an address; over IPv6 also the wider networks',
  address: 'an address',
  email: 'an e-mail address or an account',
}

function limitRow([name, { counts, setting, times = 1, windowSeconds, per }]: readonly [
  string,
  ListedLimit,
]) {
  const variable = `\`${settingOf(setting)}\``
  return [
    `\`${name}\``,
    counts.en,
    times === 1 ? variable : `${times} × ${variable}`,
    timeOf(windowSeconds),
    SHARED[per],
  ]
}

/** The variable of the environment that sets a limit. */
export function settingOf(setting: LimitSetting): string {
  return LIMIT_VARIABLES[setting].name
}

function eventRow([name, { bound, sentence }]: readonly [string, EventEntry]): readonly string[] {
  const read = () => {
    if (sentence === undefined) return 'no'
    return 'part' in sentence ? `yes, by its ${sentence.part}` : 'yes'
  }
  return [`\`${name}\``, boundOf(bound), read()]
}

function boundOf(bound: EventBound): string {
  if (bound === 'operator') return 'an operator writes it'
  if (bound === 'system') return 'the service writes it by itself'
  if (bound === 'program') return 'a program writes it, within the limits of its endpoints'
  if ('limit' in bound) return `the limit \`${bound.limit}\``
  if ('perHour' in bound) return perHourOf(bound)
  return 'after' in bound ? `uses up one of ${namesOf(bound.after)}` : bound.counted
}

const perHourOf = ({ perHour, each }: Extract<EventBound, { perHour: number }>) =>
  `${perHour} an hour for each citizen${each === undefined ? '' : ` and each ${each}`}`

function linkRow({ kind, path, lifetimeSeconds }: LinkRules): readonly string[] {
  return [`\`${kind}\``, `\`${path}\``, timeOf(lifetimeSeconds)]
}

function pathRows(routes: readonly ToldRoute[]): readonly (readonly string[])[] {
  const together = Map.groupBy(routes, ({ path, asks }) => `${path} ${asks}`)
  return [...together.values()].map((same) => {
    const [{ path, asks } = { path: '', asks: 'nothing' }] = same
    return [
      `\`${path}\``,
      same.map(({ method }) => method).join(', '),
      asks === 'nothing' ? 'nothing' : `\`${asks}\``,
    ]
  })
}

const UNITS = [
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
  ['second', 1],
] as const

/** In the largest unit that needs no fraction, but a single day in hours. */
function timeOf(seconds: number): string {
  const fits = UNITS.find(([unit, one]) => seconds % one === 0 && (unit !== 'day' || seconds > one))
  const [unit, length] = fits ?? UNITS[3]
  const count = seconds / length
  return `${count} ${count === 1 ? unit : `${unit}s`}`
}
