// Takes minutes: each case checks a whole copy of the tree, as `npm run check` does, and runs tests in it.
import { spawnSync } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
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
const READ_ONE_FILE = ['lint', 'format']

/** A line that goes with a room, beside those in `rooms.ts`. */
interface LineElsewhere {
  readonly file: string
  readonly line: RegExp
}

/** The rooms that can be taken away, the name of each list in `rooms.ts`, and at most two lines elsewhere. */
const REMOVABLE: readonly (readonly [room: string, list: string, elsewhere: readonly LineElsewhere[]])[] = [
  [
    'closing',
    'CLOSING',
    [
      // Nobody else closes an account for its citizen.
      { file: `${SRC}/citizens/index.ts`, line: /^ {2}closeAccount,\n/m },
    ],
  ],
  ['activity', 'ACTIVITY', []],
  [
    'ended-feed',
    'ENDED_FEED',
    [
      // No other room has an endpoint for programs beside those of OAuth.
      { file: `${SRC}/oauth/index.ts`, line: /^export \{\n[^}]*\} from '\.\/client-reply\.ts'\n/m },
      { file: `${SRC}/oauth/index.ts`, line: /INVALID_CLIENT, NO_NUL, (?=OAUTH_ERROR)/ },
    ],
  ],
  [
    'lost-app',
    'LOST_APP',
    [
      // No other room asks who waits for a code.
      { file: `${SRC}/second-factor/index.ts`, line: /^export \{ awaitedCitizen \} from .*\n/m },
    ],
  ],
  [
    'change-address',
    'CHANGE_ADDRESS',
    [
      // No other room makes a link and keeps it in a table of its own.
      { file: `${SRC}/mailed-links/index.ts`, line: /^export \{ mintLink \} from .*\n/m },
    ],
  ],
  [
    'api-document',
    'API_DOCUMENT',
    [{ file: `${SRC}/endpoints.contract.test.ts`, line: /^ {2}\['GET', '\/api\/openapi\.json', 200\],\n/m }],
  ],
  ['data-download', 'DATA_DOWNLOAD', []],
  [
    'passkeys',
    'PASSKEYS',
    [{ file: 'packages/identity/package.json', line: /^ {4}"@simplewebauthn\/server": .*\n/m }],
  ],
]

let copy: string | undefined

afterEach(async () => {
  if (copy !== undefined) await rm(copy, { recursive: true, force: true })
  copy = undefined
})

test.each(REMOVABLE)(
  'without the folder of %s and its line, everything else is checked and answers',
  LONG,
  async (room, list, elsewhere) => {
    expect(elsewhere.length).toBeLessThanOrEqual(2)
    copy = await copyTree('portico-room-')
    await rm(join(copy, SRC, room), { recursive: true })
    await without(copy, `${SRC}/rooms.ts`, [
      new RegExp(`^import \\{ ${list} \\} from './${room}/index.ts'\n`, 'm'),
      new RegExp(`^ {2}${list},\n`, 'm'),
    ])
    for (const { file, line } of elsewhere) await without(copy, file, [line])
    await without(copy, 'plan.ts', [
      new RegExp(`^ {4}'?${room}'?: \\{(?:.*|\\n(?: {6}.*\\n)+ {4})\\},\\n`, 'm'),
    ])
    await writeWhatIsMade(copy, IDENTITY.rooms[room]?.tables ?? [])
    expect(runIn(copy, 'scripts/run.mjs', 'check', '--without', ...READ_ONE_FILE)).toContain('checks passed')
    expect(runIn(copy, 'scripts/run.mjs', 'test', ...ANSWERS)).toContain(' 0 failed')
  },
)

/** The schema, the pictures, the page of the rooms and the SQL for recoveries are made from what is there. A database that has the tables is accepted as before. */
async function writeWhatIsMade(folder: string, gone: readonly string[]): Promise<void> {
  if (gone.length > 0) {
    runIn(folder, 'scripts/run.mjs', 'test', WRITES_SCHEMA)
    const schema = await readFile(join(folder, 'packages/identity/schema.sql'), 'utf8')
    for (const table of gone) expect(schema).not.toContain(table)
    const names =
      "import('./packages/identity/src/migrations.ts').then(({ MIGRATIONS }) => MIGRATIONS.map(({ name }) => name))"
    expect(
      JSON.parse(runIn(folder, '-e', `${names}.then((all) => console.log(JSON.stringify(all)))`)),
    ).toEqual(MIGRATIONS.map(({ name }) => name))
  }
  for (const check of ['rooms-picture', 'tables-picture', 'tables-in-pages', 'rooms-page'])
    runIn(folder, `scripts/checks/${check}.ts`, '--write')
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
    copy = await copyTree('portico-room-')
    await rm(join(copy, 'packages', name), { recursive: true })
    for (const { file, line } of elsewhere) await without(copy, file, [line])
    expect(runIn(copy, 'scripts/run.mjs', 'check')).toContain('checks passed')
    expect(runIn(copy, 'scripts/run.mjs', 'test', ...ANSWERS)).toContain(' 0 failed')
    const { status, stderr } = spawnSync(process.execPath, [...asked], { cwd: copy, encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, expect.stringContaining(says)])
  },
)

/** Runs a script of the copy with this Node, and returns all that it says. */
function runIn(folder: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PORTICO_WRITE_SCHEMA: '1' },
  })
  const said = `${stdout}${stderr}`
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}\n${said}`)
  return said
}

/** Removes lines from a file of the copy. Each has to be there. */
async function without(folder: string, file: string, lines: readonly RegExp[]): Promise<void> {
  const path = join(folder, file)
  let text = await readFile(path, 'utf8')
  for (const line of lines) {
    expect(text, file).toMatch(line)
    text = text.replace(line, '')
  }
  await writeFile(path, text)
}
