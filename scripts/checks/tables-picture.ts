import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { IDENTITY } from '../../plan.ts'
import { withPart } from './lib/rooms-picture.ts'
import { fileAt, report } from './lib/source-files.ts'

/**
 * Checks that the picture of the data in docs/architecture.md shows the rooms and tables of plan.ts, and that each arrow
 * leads to a table whose primary key the other table holds. `--write` writes it; its arrows are drawn by hand.
 */
const PAGE = 'docs/architecture.md'
const PICTURE = /<!-- tables: begin -->([\s\S]*?)<!-- tables: end -->/
const ARROW = /^ {2}(\w+) --> (\w+)$/gm
const SCHEMA = /^create (?:unlogged )?table (\w+) \(([\s\S]*?)^\)[^;\n]*;/gm

const { text } = fileAt(PAGE)
const planned = new Set(Object.values(IDENTITY.rooms).flatMap(({ tables = [] }) => tables))
const arrows = [...(PICTURE.exec(text)?.[1] ?? '').matchAll(ARROW)].filter(
  ([, from = '', to = '']) => planned.has(from) && planned.has(to),
)
const page = withPart(text, 'tables', picture())
const columns = new Map<string, readonly string[]>()
const keys = new Map<string, readonly string[]>()
for (const [, name = '', body = ''] of fileAt('packages/identity/schema.sql').text.matchAll(SCHEMA)) {
  columns.set(
    name,
    [...body.matchAll(/^ {2}([a-z_]+) /gm)].map((match) => match[1] ?? ''),
  )
  keys.set(name, /PRIMARY KEY \(([^)]*)\)/.exec(body)?.[1]?.split(', ') ?? [])
}

if (process.argv.includes('--write'))
  writeFileSync(fileURLToPath(new URL(`../../${PAGE}`, import.meta.url)), page)
else
  report(`${PAGE} does not show the tables of plan.ts`, [
    ...(text === page ? [] : ['run: npm run docs:write']),
    ...arrows
      .filter(([, from = '', to = '']) => !holdsKey(from, to))
      .map(([, from, to]) => `${from} does not hold the key of ${to}`),
  ])

function picture(): string {
  const rooms = Object.entries(IDENTITY.rooms).flatMap(([room, { tables = [] }]) =>
    tables.length === 0
      ? []
      : [
          `  subgraph room_${room.replaceAll('-', '_')} ["${room}"]`,
          ...tables.map((table) => `    ${table}`),
          '  end',
        ],
  )
  return ['```mermaid', 'flowchart LR', ...rooms, ...arrows.map(([arrow]) => arrow), '```'].join('\n')
}

function holdsKey(from: string, to: string): boolean {
  const key = keys.get(to)
  return key !== undefined && key.every((column) => columns.get(from)?.includes(column))
}
