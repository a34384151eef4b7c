import { describePlacement, placementsOf } from '../../packages/identity/src/distribution/index.ts'
import type { Placement } from '../../packages/identity/src/platform/postgres/table.ts'
import { TABLES } from '../../packages/identity/src/rooms.ts'
import { IDENTITY } from '../../plan.ts'
import { namesIn, rowOf } from './lib/page-tables.ts'
import { fileAt, report } from './lib/source-files.ts'

/** Checks the tables that people have written about rooms and tables: README names each room, and docs/scaling.md places each table. */
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

/** Each key that is not the citizen has no row of its own. */
function rowNameOf(placement: Placement): string {
  return describePlacement(placement).replace(/^by .*/, 'by their own key')
}
