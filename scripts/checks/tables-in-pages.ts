import { describePlacement, placementsOf } from '../../packages/identity/src/distribution/index.ts'
import type { Placement } from '../../packages/identity/src/platform/postgres/table.ts'
import { TABLES } from '../../packages/identity/src/rooms.ts'
import { IDENTITY } from '../../plan.ts'
import { namesIn, rowOf } from './lib/page-tables.ts'
import { fileAt, report } from './lib/source-files.ts'

/**
 * Checks what people have written about rooms and tables: README names each room, docs/scaling.md places each table, and the SQL in docs/runbooks/backup.md
 * empties each table that no backup has.
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

const emptied = new Set(
  /\ntruncate ([^;]+);/.exec(fileAt('docs/runbooks/backup.md').text)?.[1]?.split(/,\s+/),
)
report(
  'the SQL in docs/runbooks/backup.md does not empty these tables',
  Object.entries(TABLES)
    .filter(
      ([table, { backup, placement }]) =>
        backup === 'left-out' && placement !== 'gone' && !emptied.has(table),
    )
    .map(([table]) => table),
)

/** Each key that is not the citizen has no row of its own. */
function rowNameOf(placement: Placement): string {
  return describePlacement(placement).replace(/^by .*/, 'by their own key')
}
