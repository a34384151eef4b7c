import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describePlacement, placementsOf } from '../../packages/identity/src/distribution/index.ts'
import type { Placement } from '../../packages/identity/src/platform/postgres/table.ts'
import { TABLES } from '../../packages/identity/src/rooms.ts'
import { IDENTITY } from '../../plan.ts'
import { namesIn, rowOf } from './lib/page-tables.ts'
import { fileAt, report } from './lib/source-files.ts'

/**
 * Checks what people have written about rooms and tables: README names each room, docs/scaling.md places each table, and the SQL in docs/runbooks/backup.md
 * empties each table that no backup has, and no other. `--write` writes that SQL.
 */
const README = fileAt('README.md').text
const SCALING = fileAt('docs/scaling.md').text

const rooms = Object.keys(IDENTITY.rooms)
const storeys = namesIn(README.slice(README.indexOf('| storey | rooms |')).split('\n\n')[0] ?? '')
report(
  'README does not name these rooms in its table',
  rooms.filter((room) => !storeys.has(room)),
)

report(
  'docs/scaling.md does not have these tables in the row of their place',
  placementsOf(TABLES)
    .filter(([table, placement]) => !namesIn(rowOf(SCALING, rowNameOf(placement))).has(table))
    .map(([table, placement]) => `${table}: ${rowNameOf(placement)}`),
)

const runbook = fileAt('docs/runbooks/backup.md').text
const emptying = runbook.replace(/\ntruncate [^;]+;/, `\n${truncateOf(leftOut())};`)
if (process.argv.includes('--write'))
  writeFileSync(fileURLToPath(new URL('../../docs/runbooks/backup.md', import.meta.url)), emptying)
else
  report(
    'the SQL in docs/runbooks/backup.md does not empty each table that no backup has, and no other',
    runbook === emptying ? [] : ['run: node scripts/checks/tables-in-pages.ts --write'],
  )

function leftOut(): readonly string[] {
  return Object.entries(TABLES).flatMap(([table, { backup, placement }]) =>
    backup === 'left-out' && placement !== 'gone' ? [table] : [],
  )
}

/** The statement, in lines that a page shows whole. */
function truncateOf(tables: readonly string[]): string {
  const lines = ['truncate']
  for (const [at, table] of tables.entries()) {
    const word = ` ${table}${at === tables.length - 1 ? '' : ','}`
    if (`${lines.at(-1)}${word}`.length > 110) lines.push('        ')
    lines.push(`${lines.pop()}${word}`)
  }
  return lines.join('\n')
}

/** Each key that is not the citizen has no row of its own. */
function rowNameOf(placement: Placement): string {
  return describePlacement(placement).replace(/^by .*/, 'by their own key')
}
