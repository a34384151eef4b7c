import { IDENTITY } from '../../plan.ts'
import { fileAt, report } from './lib/source-files.ts'

/**
 * Checks that the picture of the data in docs/architecture.md shows the rooms and tables of plan.ts, and that each arrow
 * leads to a table whose primary key the other table holds.
 */
const PAGE = 'docs/architecture.md'
const PICTURE = /<!-- tables: begin -->([\s\S]*?)<!-- tables: end -->/

const picture = PICTURE.exec(fileAt(PAGE).text)?.[1] ?? ''
const shown = [...picture.matchAll(/^ {2}subgraph \w+ \["([a-z-]+)"\]$([\s\S]*?)^ {2}end$/gm)].flatMap(
  ([, room = '', body = '']) => [...body.matchAll(/^ {4}(\w+)$/gm)].map(([, table]) => `${room}: ${table}`),
)
const planned = Object.entries(IDENTITY.rooms).flatMap(([room, { tables = [] }]) =>
  tables.map((table) => `${room}: ${table}`),
)
const columns = new Map<string, readonly string[]>()
const keys = new Map<string, readonly string[]>()
const SCHEMA = /^create (?:unlogged )?table (\w+) \(([\s\S]*?)^\)[^;\n]*;/gm
for (const [, name = '', body = ''] of fileAt('packages/identity/schema.sql').text.matchAll(SCHEMA)) {
  columns.set(
    name,
    [...body.matchAll(/^ {2}([a-z_]+) /gm)].map((match) => match[1] ?? ''),
  )
  keys.set(name, /PRIMARY KEY \(([^)]*)\)/.exec(body)?.[1]?.split(', ') ?? [])
}
const arrows = [...picture.matchAll(/^ {2}(\w+) --> (\w+)$/gm)]

report(`${PAGE} does not show the tables of plan.ts`, [
  ...planned.filter((table) => !shown.includes(table)).map((table) => `missing: ${table}`),
  ...shown.filter((table) => !planned.includes(table)).map((table) => `not in the plan: ${table}`),
  ...shown.filter((table, at) => shown.indexOf(table) !== at).map((table) => `twice: ${table}`),
  ...arrows
    .filter(([, from = '', to = '']) => !holdsKey(from, to))
    .map(([, from, to]) => `${from} does not hold the key of ${to}`),
])

function holdsKey(from: string, to: string): boolean {
  const key = keys.get(to)
  return key !== undefined && key.every((column) => columns.get(from)?.includes(column))
}
