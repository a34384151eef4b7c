import { fileAt, report } from './lib/source-files.ts'

/**
 * The picture of the data in docs/architecture.md shows each table of the identity service once, in a room; an arrow leads to
 * a table whose primary key this one holds.
 */
const PAGE = 'docs/architecture.md'
const PICTURE = /<!-- tables: begin -->([\s\S]*?)<!-- tables: end -->/
/** Made by the migrations themselves, so not in schema.sql. */
const NOTES = 'schema_migrations'

interface Table {
  readonly columns: readonly string[]
  readonly key: readonly string[]
}

const tables = new Map(
  [
    ...fileAt('packages/identity/schema.sql').text.matchAll(
      /^create (?:unlogged )?table (\w+) \(([\s\S]*?)^\);/gm,
    ),
  ].map(([, name = '', body = '']) => [name, tableOf(body)]),
)
const lines = (PICTURE.exec(fileAt(PAGE).text)?.[1] ?? '').split('\n').map((line) => line.trim())
const shown = lines.filter((line) => /^[a-z_]+$/.test(line) && line !== 'end')
const arrows = lines.flatMap((line) => {
  const [, from, to] = /^(\w+) --> (\w+)$/.exec(line) ?? []
  return from && to ? [{ from, to }] : []
})
const wanted = [...tables.keys(), NOTES]

report(`${PAGE} does not show the tables of schema.sql`, [
  ...wanted.filter((table) => !shown.includes(table)).map((table) => `${table} is missing`),
  ...shown.filter((table) => !wanted.includes(table)).map((table) => `there is no table ${table}`),
  ...shown.filter((table, at) => shown.indexOf(table) !== at).map((table) => `${table} is there twice`),
  ...arrows
    .filter((arrow) => !holdsKey(arrow))
    .map(({ from, to }) => `${from} does not hold the key of ${to}`),
])

function tableOf(body: string): Table {
  const key = /PRIMARY KEY \(([^)]*)\)/.exec(body)?.[1] ?? ''
  const columns = [...body.matchAll(/^ {2}([a-z_]+) /gm)].map((match) => match[1] ?? '')
  return { columns, key: key.split(', ') }
}

function holdsKey({ from, to }: { readonly from: string; readonly to: string }): boolean {
  const [holder, held] = [tables.get(from), tables.get(to)]
  return (
    holder !== undefined && held !== undefined && held.key.every((column) => holder.columns.includes(column))
  )
}
