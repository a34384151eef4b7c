// Takes minutes: each case checks a whole copy of the tree, as `npm run check` does, and runs tests in it.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { MIGRATIONS } from '../packages/identity/src/migrations.ts'
import { HEADS } from '../packages/identity/src/room-heads.ts'
import { IDENTITY, REMOVABLE } from '../plan.ts'
import { REMOVABLE_PACKAGES } from './checks/lib/proofs.ts'
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

/**
 * Checks of one file or of one import at a time. What is left in the copy has passed them here, and the types say where an import leads
 * to nothing.
 */
const READ_ONE_FILE = ['lint', 'format', 'documented', 'architecture', 'plans']

/** Checks that compare a page with the rooms. With `--write` they make it, so nothing is left to compare. */
const PAGES_OF_ROOMS = [
  'front-pictures',
  'reference',
  'rooms-picture',
  'tables-picture',
  'tables-in-pages',
  'rooms-page',
]

/** One that a room which is gone cannot fail: it counts what there should be less of, and the public API of programs. */
const COUNTS = ['score-card']

/** It is asked for each room alone: what two rooms use may be used by nobody without both. */
const UNUSED = 'unused'

/** It compares the statements with the schema, which a case writes anew. */
const READS_SCHEMA = 'rooms-and-tables'

/** A line that goes with a room, beside those in the two lists of rooms. */
interface LineElsewhere {
  readonly file: string
  readonly line: RegExp
}

/** A room or a package that can be taken away with its folder and at most two lines elsewhere. */
interface Removable {
  readonly name: string
  /** The cases of everything that is checked without it, together with others. */
  readonly groups: string
  readonly elsewhere?: readonly LineElsewhere[]
}

interface RemovableRoom extends Removable {
  /** What stands upon it goes with it. */
  readonly above?: readonly string[]
}

const ROOMS: readonly RemovableRoom[] = [
  {
    name: 'closing',
    groups: 'AD',
    // Nobody else closes an account for its citizen.
    elsewhere: [{ file: `${SRC}/citizens/index.ts`, line: /^ {2}closeAccount,\n/m }],
  },
  { name: 'activity', groups: 'AE' },
  {
    name: 'ended-feed',
    groups: 'BD',
    elsewhere: [
      // No other room has an endpoint for programs beside those of OAuth.
      { file: `${SRC}/oauth/index.ts`, line: /^export \{\n[^}]*\} from '\.\/client-reply\.ts'\n/m },
      { file: `${SRC}/oauth/index.ts`, line: /INVALID_CLIENT, NO_NUL, (?=OAUTH_ERROR)/ },
    ],
  },
  {
    name: 'lost-app',
    groups: 'ABF',
    elsewhere: [
      // No other room asks who waits for a code, or whether somebody has an app.
      { file: `${SRC}/second-factor/index.ts`, line: /^export \{ awaitedCitizen \} from .*\n/m },
      { file: `${SRC}/second-factor/index.ts`, line: /^export \{ hasAuthenticator \} from .*\n/m },
    ],
  },
  {
    name: 'second-factor',
    // Without codes there is no lost app.
    above: ['lost-app'],
    groups: 'AB',
    elsewhere: [
      { file: 'packages/identity/package.json', line: /^ {4}"otpauth": .*\n/m },
      // Nothing else is guessed beside the password.
      { file: `${SRC}/sign-in/index.ts`, line: /^ {2}noteFailure,\n/m },
    ],
  },
  {
    name: 'change-address',
    groups: 'BE',
    // No other room makes a link and keeps it in a table of its own.
    elsewhere: [{ file: `${SRC}/mailed-links/index.ts`, line: /^export \{ mintLink \} from .*\n/m }],
  },
  {
    name: 'api-document',
    groups: 'CD',
    elsewhere: [
      {
        file: `${SRC}/endpoints.contract.test.ts`,
        line: /^ {2}\['GET', '\/api\/openapi\.json', 200\],\n/m,
      },
    ],
  },
  { name: 'data-download', groups: 'CE' },
  {
    name: 'bring-citizens',
    groups: 'ACF',
    elsewhere: [
      { file: 'packages/identity/package.json', line: /^ {4}"csv-parse": .*\n/m },
      // Without it no hash is brought. Those that were are still compared.
      { file: `${SRC}/foreign-passwords/index.ts`, line: /^export \{.*\} from '\.\/stored-hash\.ts'\n/m },
    ],
  },
  {
    name: 'foreign-passwords',
    // Nobody is brought without the passwords.
    above: ['bring-citizens'],
    groups: 'AC',
    elsewhere: [
      { file: 'packages/identity/package.json', line: /^ {4}"bcryptjs": .*\n/m },
      // Nothing else hashes in a process of its own.
      { file: `${SRC}/passwords/index.ts`, line: /^export \{ serveHashing \} from .*\n/m },
    ],
  },
  {
    name: 'passkeys',
    groups: 'DE',
    elsewhere: [{ file: 'packages/identity/package.json', line: /^ {4}"@simplewebauthn\/server": .*\n/m }],
  },
  {
    name: 'audit-forward',
    groups: 'DF',
    elsewhere: [
      // Nobody else reads events behind a place.
      {
        file: `${SRC}/audit-log/index.ts`,
        line: /^export \{ type StoredEvent, withSubjects \} from .*\n/m,
      },
      // Nobody else asks which transactions have ended.
      {
        file: `${SRC}/audit-seals/index.ts`,
        line: /^export \{ findHorizon, .* from '\.\/ended-transactions\.ts'\n/m,
      },
    ],
  },
  {
    name: 'support',
    groups: 'EF',
    // Nobody else asks why a page refused.
    elsewhere: [{ file: `${SRC}/refusals/index.ts`, line: /^export \{ findRefusal \} from .*\n/m }],
  },
  { name: 'machine-keys', groups: 'BC' },
]

/** A package, and what is said where it was used. */
const PACKAGES: readonly (Removable & { readonly asked: readonly string[]; readonly says: string })[] = [
  {
    name: 'simulator',
    groups: 'C',
    elsewhere: [{ file: 'scripts/published.mjs', line: /^ {2}\{ folder: 'simulator', .*\},\n/m }],
    asked: ['packages/identity/bin/portico.mjs', 'dev'],
    says: 'npm install --save-dev @portico/simulator',
  },
  {
    name: 'console',
    groups: 'D',
    elsewhere: [{ file: 'scripts/published.mjs', line: /^ {2}\{ folder: 'console', .*\},\n/m }],
    asked: ['packages/identity/bin/portico.mjs', 'console'],
    says: 'npm install @portico/console',
  },
  {
    name: 'create-program',
    groups: 'E',
    elsewhere: [{ file: 'scripts/published.mjs', line: /^ {2}\{ folder: 'create-program', .*\},\n/m }],
    asked: ['packages/program/bin/portico-program.mjs', 'init'],
    says: 'npm install --save-dev @portico/create-program@',
  },
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

/** A room with those that stand upon it. */
const withAbove = ({ name, above = [] }: RemovableRoom) =>
  ROOMS.filter((room) => room.name === name || above.includes(room.name))

test.each(ROOMS)(
  'without the folder of $name and its lines, nothing is left that nobody uses',
  LONG,
  async (room) => {
    for (const one of withAbove(room)) {
      await removeRoom(one)
      await withoutLines(one)
    }
    await onlyUsed()
  },
)

test.each(PACKAGES)(
  'without the package $name and its lines, nothing is left that nobody uses',
  LONG,
  async (one) => {
    await removePackage(one)
    await onlyUsed()
    const { status, stderr } = spawnSync(process.execPath, [...one.asked], { cwd: copy, encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, expect.stringContaining(one.says)])
  },
)

// If a room is there in a case in which another one is not, it does not need the other one.
test('of any two rooms, each is there in a case without the other one, unless it stands upon it', () => {
  expect(ROOMS.map(({ name }) => name).sort()).toEqual(REMOVABLE)
  expect(PACKAGES.map(({ name }) => name).sort()).toEqual(REMOVABLE_PACKAGES)
  for (const one of ROOMS)
    for (const other of ROOMS) {
      const stands = other === one || other.above?.includes(one.name) === true
      const isProven = [...other.groups].some((group) => !one.groups.includes(group))
      expect([one.name, other.name, stands || isProven]).toEqual([one.name, other.name, true])
    }
  for (const { name, elsewhere = [] } of [...ROOMS, ...PACKAGES])
    expect([name, elsewhere.length <= 2]).toEqual([name, true])
})

test.each(['A', 'B', 'C', 'D', 'E', 'F'])(
  'without the rooms and packages of case %s, everything else is checked and answers',
  LONG,
  async (group) => {
    const rooms = ROOMS.filter(({ groups }) => groups.includes(group))
    const packages = PACKAGES.filter(({ groups }) => groups.includes(group))
    for (const room of rooms) {
      await removeRoom(room)
      await withoutLines(room)
    }
    for (const one of packages) await removePackage(one)
    await atOnce(answers(WRITES_SCHEMA), checks(...PAGES_OF_ROOMS, ...COUNTS, READS_SCHEMA, UNUSED))
    await compareSchema(rooms.map(({ name }) => name))
    const rest = [...PAGES_OF_ROOMS, READS_SCHEMA].map(
      (name) => `await import('./scripts/checks/${name}.ts')`,
    )
    await runInCopy('--input-type=module', '-e', rest.join('\n'), '--', '--write')
  },
)

/** Removes the folder of a room, its two lines in `rooms.ts` and in `room-heads.ts`, and its place. */
async function removeRoom({ name }: RemovableRoom): Promise<void> {
  const list = name.toUpperCase().replaceAll('-', '_')
  await rm(join(copy, SRC, name), { recursive: true })
  // Whoever only answers operators is in the heads alone.
  if ((await readFile(join(copy, SRC, 'rooms.ts'), 'utf8')).includes(`'./${name}/`))
    await without(`${SRC}/rooms.ts`, [
      new RegExp(`^import \\{ ${list} \\} from './${name}/index.ts'\n`, 'm'),
      new RegExp(`^ {2}${list},\n`, 'm'),
    ])
  if (IDENTITY.rooms[name]?.tables)
    await without(`${SRC}/room-heads.ts`, [
      new RegExp(`^import .* from './${name}/(?:head|tables).ts'\n`, 'm'),
      new RegExp(`^ {2}'?${name}'?: .*,\n`, 'm'),
    ])
  await without('plan.ts', [new RegExp(`^ {4}'?${name}'?: \\{(?:.*|\\n(?: {6}.*\\n)+ {4})\\},\\n`, 'm')])
}

async function removePackage(one: Removable): Promise<void> {
  await rm(join(copy, 'packages', one.name), { recursive: true })
  await withoutLines(one)
  await runInCopy('scripts/checks/tables-in-pages.ts', '--write')
}

/** Removes the lines elsewhere, unless their file has gone with another room. */
async function withoutLines({ elsewhere = [] }: Removable): Promise<void> {
  for (const { file, line } of elsewhere) if (existsSync(join(copy, file))) await without(file, [line])
}

/** The schema that the copy has written lacks the tables of these rooms, and its migrations are those of the others. */
async function compareSchema(names: readonly string[]): Promise<void> {
  const tables = names.flatMap((name) => IDENTITY.rooms[name]?.tables ?? [])
  if (tables.length === 0) return
  const schema = await readFile(join(copy, 'packages/identity/schema.sql'), 'utf8')
  for (const table of tables) expect(schema).not.toContain(table)
  const gone = new Set(names.flatMap((name) => HEADS[name]?.migrations?.map((one) => one.name) ?? []))
  const script =
    "import('./packages/identity/src/migrations.ts').then(({ MIGRATIONS }) => MIGRATIONS.map(({ name }) => name))"
  expect(
    JSON.parse(await runInCopy('-e', `${script}.then((all) => console.log(JSON.stringify(all)))`)),
  ).toEqual(MIGRATIONS.map(({ name }) => name).filter((name) => !gone.has(name)))
}

/** Finds dependencies, files and exports that nobody uses any more. */
async function onlyUsed(): Promise<void> {
  await runInCopy('node_modules/knip/bin/knip.js', '--cache', '--cache-location', '.cache/unused')
}

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
