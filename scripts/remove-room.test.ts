// Takes minutes: each case checks a whole copy of the tree, as `npm run check` does, and runs tests in it.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { MIGRATIONS } from '../packages/identity/src/migrations.ts'
import { IDENTITY } from '../plan.ts'
import { copyTree } from './copy-tree.ts'

const SRC = 'packages/identity/src'
const LONG = { timeout: 900_000 }

/**
 * The copy answers if these pass: the endpoints of the contract, a citizen who registers and signs in, and the bounds of the events, which
 * may name events of other rooms.
 */
const ANSWERS = [
  `${SRC}/endpoints.contract.test.ts`,
  `${SRC}/enrollment/register-pages.test.ts`,
  `${SRC}/audit/repeated-events.test.ts`,
]

/** It writes `schema.sql`. */
const WRITES_SCHEMA = `${SRC}/platform/postgres/migrate.test.ts`

/** Checks that read one file at a time. Those that are left in the copy have passed them here. */
const READ_ONE_FILE = ['lint', 'format', 'documented']

/** Checks that compare a page with the rooms. With `--write` they make it, so nothing is left to compare. */
const PAGES_OF_ROOMS = ['reference', 'rooms-picture', 'tables-picture', 'tables-in-pages', 'rooms-page']

/** One that a room which is gone cannot fail: it counts what there should be less of, and the public API of programs. */
const COUNTS = ['score-card']

/** It compares the statements with the schema, which a case writes anew. */
const READS_SCHEMA = 'rooms-and-tables'

/** A line that goes with a room, beside those in `rooms.ts`. */
interface LineElsewhere {
  readonly file: string
  readonly line: RegExp
}

/** The rooms that can be taken away: one, or those that stand upon it, too; and at most two lines elsewhere. */
const REMOVABLE: readonly (readonly [rooms: readonly string[], elsewhere: readonly LineElsewhere[]])[] = [
  [
    ['closing'],
    [
      // Nobody else closes an account for its citizen.
      { file: `${SRC}/citizens/index.ts`, line: /^ {2}closeAccount,\n/m },
    ],
  ],
  [['activity'], []],
  [
    ['ended-feed'],
    [
      // No other room has an endpoint for programs beside those of OAuth.
      { file: `${SRC}/oauth/index.ts`, line: /^export \{\n[^}]*\} from '\.\/client-reply\.ts'\n/m },
      { file: `${SRC}/oauth/index.ts`, line: /INVALID_CLIENT, NO_NUL, (?=OAUTH_ERROR)/ },
    ],
  ],
  [
    ['lost-app'],
    [
      // No other room asks who waits for a code.
      { file: `${SRC}/second-factor/index.ts`, line: /^export \{ awaitedCitizen \} from .*\n/m },
    ],
  ],
  [
    // Without codes there is no lost app.
    ['second-factor', 'lost-app'],
    [
      { file: 'packages/identity/package.json', line: /^ {4}"otpauth": .*\n/m },
      // Nothing else is guessed beside the password.
      { file: `${SRC}/sign-in/index.ts`, line: /^ {2}noteFailure,\n/m },
    ],
  ],
  [
    ['change-address'],
    [
      // No other room makes a link and keeps it in a table of its own.
      { file: `${SRC}/mailed-links/index.ts`, line: /^export \{ mintLink \} from .*\n/m },
    ],
  ],
  [
    ['api-document'],
    [{ file: `${SRC}/endpoints.contract.test.ts`, line: /^ {2}\['GET', '\/api\/openapi\.json', 200\],\n/m }],
  ],
  [['data-download'], []],
  [['passkeys'], [{ file: 'packages/identity/package.json', line: /^ {4}"@simplewebauthn\/server": .*\n/m }]],
]

/** One copy for all cases: a check that remembers what it has read reads only what a case changes. */
let copy: string

beforeAll(async () => {
  copy = await copyTree('portico-room-')
})
afterEach(() => {
  execFileSync('git', ['checkout', '--quiet', '.'], { cwd: copy })
  execFileSync('git', ['clean', '-fdq'], { cwd: copy })
})
afterAll(() => rm(copy, { recursive: true, force: true }))

test.each(REMOVABLE)(
  'without the folder of %s and its line, everything else is checked and answers',
  LONG,
  async (rooms, elsewhere) => {
    expect(elsewhere.length).toBeLessThanOrEqual(2)
    for (const room of rooms) await removeRoom(room)
    for (const { file, line } of elsewhere) await without(file, [line])
    await atOnce(answers(WRITES_SCHEMA), checks(...PAGES_OF_ROOMS, ...COUNTS, READS_SCHEMA))
    await compareSchema(rooms.flatMap((room) => IDENTITY.rooms[room]?.tables ?? []))
    const rest = [...PAGES_OF_ROOMS, READS_SCHEMA].map(
      (name) => `await import('./scripts/checks/${name}.ts')`,
    )
    await runInCopy('--input-type=module', '-e', rest.join('\n'), '--', '--write')
  },
)

/** Removes the folder of a room, its two lines in `rooms.ts`, and its place. */
async function removeRoom(room: string): Promise<void> {
  const list = room.toUpperCase().replaceAll('-', '_')
  await rm(join(copy, SRC, room), { recursive: true })
  await without(`${SRC}/rooms.ts`, [
    new RegExp(`^import \\{ ${list} \\} from './${room}/index.ts'\n`, 'm'),
    new RegExp(`^ {2}${list},\n`, 'm'),
  ])
  await without('plan.ts', [new RegExp(`^ {4}'?${room}'?: \\{(?:.*|\\n(?: {6}.*\\n)+ {4})\\},\\n`, 'm')])
}

/** The schema that the copy has written lacks these tables, and its migrations have the names that they had. */
async function compareSchema(tables: readonly string[]): Promise<void> {
  if (tables.length === 0) return
  const schema = await readFile(join(copy, 'packages/identity/schema.sql'), 'utf8')
  for (const table of tables) expect(schema).not.toContain(table)
  const names =
    "import('./packages/identity/src/migrations.ts').then(({ MIGRATIONS }) => MIGRATIONS.map(({ name }) => name))"
  expect(
    JSON.parse(await runInCopy('-e', `${names}.then((all) => console.log(JSON.stringify(all)))`)),
  ).toEqual(MIGRATIONS.map(({ name }) => name))
}

/** The packages that can be taken away with their folder, the lines that go with each, and what then is said where each was used. */
const REMOVABLE_PACKAGES: readonly {
  readonly name: string
  readonly elsewhere: readonly LineElsewhere[]
  readonly asked: readonly string[]
  readonly says: string
}[] = [
  {
    name: 'simulator',
    elsewhere: [{ file: 'scripts/published.mjs', line: /^ {2}\{ folder: 'simulator', .*\},\n/m }],
    asked: ['packages/identity/bin/portico.mjs', 'dev'],
    says: 'npm install --save-dev @portico/simulator',
  },
  {
    name: 'create-program',
    elsewhere: [{ file: 'scripts/published.mjs', line: /^ {2}\{ folder: 'create-program', .*\},\n/m }],
    asked: ['packages/program/bin/portico-program.mjs', 'init'],
    says: 'npm install --save-dev @portico/create-program@',
  },
]

test.each(REMOVABLE_PACKAGES)(
  'without the package $name and its line, everything else is checked and answers',
  LONG,
  async ({ name, elsewhere, asked, says }) => {
    expect(elsewhere.length).toBeLessThanOrEqual(2)
    await rm(join(copy, 'packages', name), { recursive: true })
    for (const { file, line } of elsewhere) await without(file, [line])
    await runInCopy('scripts/checks/tables-in-pages.ts', '--write')
    await atOnce(answers(), checks())
    const { status, stderr } = spawnSync(process.execPath, [...asked], { cwd: copy, encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, expect.stringContaining(says)])
  },
)

/** Starts and uses the copy. One worker loads the service once. */
async function answers(...more: readonly string[]): Promise<void> {
  expect(await runInCopy('scripts/run.mjs', 'test', '--maxWorkers=1', ...more, ...ANSWERS)).toContain(
    ' 0 failed',
  )
}

/** Runs the checks of the copy but these, and those of single files. */
async function checks(...without: readonly string[]): Promise<void> {
  expect(await runInCopy('scripts/run.mjs', 'check', '--without', ...READ_ONE_FILE, ...without)).toContain(
    'checks passed',
  )
}

/** Waits for all, also where one has failed: the next case needs the copy for itself. */
async function atOnce(...work: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(work)
  await Promise.all(work)
}

/** Runs a script of the copy with this Node, and returns all that it says. */
async function runInCopy(...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, args, {
    cwd: copy,
    env: { ...process.env, PORTICO_WRITE_SCHEMA: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const said = (await Promise.all([text(child.stdout), text(child.stderr)])).join('')
  const [code] = await ended
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}\n${said}`)
  return said
}

/** Removes lines from a file of the copy. Each has to be there. */
async function without(file: string, lines: readonly RegExp[]): Promise<void> {
  const path = join(copy, file)
  let text = await readFile(path, 'utf8')
  for (const line of lines) {
    expect(text, file).toMatch(line)
    text = text.replace(line, '')
  }
  await writeFile(path, text)
}
