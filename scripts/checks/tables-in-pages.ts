import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describePlacement, placementsOf } from '../../packages/identity/src/distribution/index.ts'
import type { Placement } from '../../packages/identity/src/platform/postgres/table.ts'
import { TABLES } from '../../packages/identity/src/room-heads.ts'
import { ROOMS } from '../../packages/identity/src/rooms.ts'
import { SECRET_SETTINGS } from '../../packages/identity/src/secret-files.ts'
import { IDENTITY } from '../../plan.ts'
import { PACKAGES } from '../published.mjs'
import { compare, type Listing, withoutGone } from './lib/listed-names.ts'
import {
  dependencies,
  exportsByDoor,
  logEventsOf,
  logEventsOfService,
  membersOf,
  metricsOf,
  namesNowhere,
  oauthErrors,
  passkeyFaults,
  programEvents,
} from './lib/names-in-code.ts'
import { tellRooms } from './lib/rooms-told.ts'
import { fileAt, report } from './lib/source-files.ts'

/**
 * Checks the names in the tables that people have written, which the code has, too: none is missing, and none is left of what is gone. The SQL in
 * docs/runbooks/backup.md empties each table that no backup has, and no other. `--write` writes that SQL, and takes out what is gone.
 */
const BACKUP = 'docs/runbooks/backup.md'

const GATE_PROBLEMS = membersOf('packages/gate/src/reverse-proxy/gate-words.ts', 'GateProblem')

const pages = new Map<string, string>()
const pageOf = (page: string) => pages.get(page) ?? fileAt(page).text

for (const listing of await listings()) {
  const { missing, gone } = compare(pageOf(listing.page), listing)
  const where = `the table "${listing.head} …" of ${listing.page}`
  report(`${where} lacks`, missing)
  if (process.argv.includes('--write')) pages.set(listing.page, withoutGone(pageOf(listing.page), listing))
  else report(`${where} has what the code does not have (npm run docs:write takes it out)`, gone)
}

const emptying = pageOf(BACKUP).replace(/\ntruncate [^;]+;/, `\n${truncateOf(leftOut())};`)
if (process.argv.includes('--write')) {
  pages.set(BACKUP, emptying)
  for (const [page, text] of pages)
    writeFileSync(fileURLToPath(new URL(`../../${page}`, import.meta.url)), text)
} else
  report(
    `the SQL in ${BACKUP} does not empty each table that no backup has, and no other`,
    pageOf(BACKUP) === emptying ? [] : ['run: npm run docs:write'],
  )

/** How the pages name files of a kind. */
const KINDS = /^(?:verb-thing|thing)\.ts$/

for (const page of ['docs/glossary.md', 'docs/threat-model.md'])
  report(
    `${page} names what is nowhere in the code`,
    namesNowhere(fileAt(page).text).filter((name) => !KINDS.test(name)),
  )

report(
  'docs/versioning.md does not say which Node these packages need',
  PACKAGES.filter(({ folder, node }) => !nodeRowOf(folder).includes(node.replace('>=', ''))).map(
    ({ folder, node }) => `${folder}: ${node}`,
  ),
)

function nodeRowOf(folder: string): string {
  const [, table = ''] = fileAt('docs/versioning.md').text.split('\n| package | runs on |')
  const rows = (table.split('\n\n')[0] ?? '').split('\n')
  return rows.find((row) => new RegExp(`^\\| [^|]*\\b${folder}\\b`).test(row)) ?? ''
}

async function listings(): Promise<readonly Listing[]> {
  const first = { column: 0 }
  return [
    { page: 'docs/architecture.md', head: '| storey |', column: 1, has: Object.keys(IDENTITY.rooms) },
    {
      ...{ page: 'docs/architecture.md', head: '| folder |', ...first },
      has: PACKAGES.map(({ folder }) => `packages/${folder}`).filter((name) => name !== 'packages/identity'),
      meant: (written) => (written.startsWith('packages/') ? written : undefined),
    },
    ...placements(),
    ...logs(),
    ...codes(),
    ...(await exported()),
    {
      ...{ page: 'docs/scaling.md', head: '| table |', ...first },
      ...{ has: [], mayHave: Object.keys(TABLES) },
    },
    await endpoints(),
    {
      page: 'docs/runbooks/monitoring.md',
      head: '| metric |',
      ...first,
      has: metricsOf(IDENTITY.src),
      meant: ownMetric,
    },
    {
      ...{ page: 'docs/runbooks/console.md', head: '| metric |', ...first },
      ...{ has: metricsOf('packages/console/src'), meant: ownMetric },
    },
    {
      ...{ page: 'docs/integrate/any-back-end.md', head: '| metric |', ...first },
      ...{ has: metricsOf('packages/gate/src'), meant: ownMetric },
    },
    { page: 'docs/runbooks/release.md', head: '| dependency |', ...first, has: dependencies() },
    { page: 'docs/runbooks/passkeys.md', head: '| `passkey-refused` |', ...first, has: passkeyFaults() },
    { page: 'docs/runbooks/settings.md', head: '| in the environment |', ...first, has: SECRET_SETTINGS },
    {
      ...{ page: 'docs/runbooks/own-data.md', head: '| part |', ...first },
      has: ['made_at', ...ROOMS.flatMap((room) => Object.keys('ownData' in room ? room.ownData : {}))],
    },
  ]
}

/** What is logged. The page of errors has the lines of a program about failures. */
function logs(): readonly Listing[] {
  const page = 'docs/reference/log-events.md'
  const failures = fileAt('docs/integrate/errors.md').text
  const ofProgram = [
    ...logEventsOf('packages/program/src').filter((name) => !failures.includes(`\`portico.${name}\``)),
    // The last word is that of a variable (`FeedSilence`).
    ...['ended_feed_missing', 'ended_feed_silent'],
  ]
  const ofGate = [
    ...logEventsOf('packages/gate/src'),
    ...GATE_PROBLEMS.filter((name) => name.startsWith('back_end_')),
    'access',
  ]
  return [
    { page, head: '| log event |', column: 0, has: logEventsOfService() },
    { page, head: '| program event in the log |', column: 0, has: ofProgram },
    { page, head: '| gate event in the log |', column: 0, has: ofGate },
    { page, head: '| program event | what', column: 0, has: programEvents() },
  ]
}

/** What is answered in place of what was asked for, and how commands end. */
function codes(): readonly Listing[] {
  const page = 'docs/reference/codes.md'
  const fields = [
    ...membersOf('packages/identity/src/citizens/read-fields.ts', 'FieldProblem'),
    ...membersOf('packages/identity/src/citizens/name.ts', 'TextProblem'),
  ]
  return [
    { page, head: '| command |', column: 0, has: PACKAGES.flatMap(({ folder }) => commandsOf(folder)) },
    { page, head: '| `error` |', column: 0, has: oauthErrors() },
    { page, head: '| field code |', column: 0, has: fields },
    { page, head: '| gate code |', column: 0, has: GATE_PROBLEMS },
  ]
}

/** The commands that a package installs. */
function commandsOf(folder: string): readonly string[] {
  const { bin = {} }: { readonly bin?: object } = JSON.parse(fileAt(`packages/${folder}/package.json`).text)
  return Object.keys(bin)
}

/** Each table in the row of its place. */
function placements(): readonly Listing[] {
  const placed = placementsOf(TABLES).map(([table, placement]) => ({
    table,
    placement,
    row: rowNameOf(placement),
  }))
  return [...Map.groupBy(placed, ({ row }) => row)].map(([row, those]) => ({
    ...{ page: 'docs/citus.md', head: '| rows |', column: 1, row },
    has: those.map(({ table }) => table),
    // The column by which the rows of a table are spread.
    mayHave: those.flatMap(({ placement }) => (typeof placement === 'object' ? [placement.by] : [])),
  }))
}

/** What a program or its tools call. The pages of citizens are named where the contract names them. */
async function endpoints(): Promise<Listing> {
  const routes = (await tellRooms()).flatMap((room) => room.routes)
  const called = routes.filter(({ audience }) => audience !== 'page').map(({ path }) => path)
  return {
    ...{ page: 'docs/protocol.md', head: '| endpoint |', column: 0 },
    ...{ has: [...new Set(called)], mayHave: routes.map(({ path }) => path) },
    meant: (written) => /(?:^| )(\/\S+)$/.exec(written)?.[1],
  }
}

/** What a program imports from each door. */
async function exported(): Promise<readonly Listing[]> {
  const doors = [...(await exportsByDoor('packages/program'))]
  return doors.map(([door, has]) => ({
    ...{ page: 'packages/program/README.md', head: '| entry point |', column: 1 },
    ...{ row: door === '' ? '`@portico/program`' : `\`…/${door}\``, has },
    // A type, and a package of others.
    mayHave: ['ProgramTypes', 'pg'],
    meant: (written) => /^@?(\w+)(?:\(\))?$/.exec(written)?.[1],
  }))
}

/** Those of Node are named together, with an asterisk. */
function ownMetric(written: string): string | undefined {
  return /^portico_[a-z_]+$/.test(written) ? written : undefined
}

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
