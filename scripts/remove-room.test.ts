// Takes minutes: each case checks a whole copy of the tree, as `npm run check` does, and runs tests in it.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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
const PAGES_OF_ROOMS = ['rooms-picture', 'tables-picture', 'tables-in-pages', 'rooms-page']

/** One that a room which is gone cannot fail: it counts what there should be less of, and the public API of programs. */
const COUNTS = ['score-card']

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
    await useWithout(rooms.flatMap((room) => IDENTITY.rooms[room]?.tables ?? []))
    const write = PAGES_OF_ROOMS.map((name) => `await import('./scripts/checks/${name}.ts')`)
    runInCopy('--input-type=module', '-e', write.join('\n'), '--', '--write')
    checkWithout(...READ_ONE_FILE, ...PAGES_OF_ROOMS, ...COUNTS)
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

/** Starts and uses the copy, which also writes its schema. Its migrations have the names that they had. */
async function useWithout(tables: readonly string[]): Promise<void> {
  expect(runInCopy('scripts/run.mjs', 'test', WRITES_SCHEMA, ...ANSWERS)).toContain(' 0 failed')
  if (tables.length === 0) return
  const schema = await readFile(join(copy, 'packages/identity/schema.sql'), 'utf8')
  for (const table of tables) expect(schema).not.toContain(table)
  const names =
    "import('./packages/identity/src/migrations.ts').then(({ MIGRATIONS }) => MIGRATIONS.map(({ name }) => name))"
  expect(JSON.parse(runInCopy('-e', `${names}.then((all) => console.log(JSON.stringify(all)))`))).toEqual(
    MIGRATIONS.map(({ name }) => name),
  )
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
    runInCopy('scripts/checks/tables-in-pages.ts', '--write')
    checkWithout(...READ_ONE_FILE)
    expect(runInCopy('scripts/run.mjs', 'test', ...ANSWERS)).toContain(' 0 failed')
    const { status, stderr } = spawnSync(process.execPath, [...asked], { cwd: copy, encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, expect.stringContaining(says)])
  },
)

/** Runs the checks of the copy but these. */
function checkWithout(...names: readonly string[]): void {
  expect(runInCopy('scripts/run.mjs', 'check', '--without', ...names)).toContain('checks passed')
}

/** Runs a script of the copy with this Node, and returns all that it says. */
function runInCopy(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, PORTICO_WRITE_SCHEMA: '1' },
  })
  const said = `${stdout}${stderr}`
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}\n${said}`)
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
