import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { settingsFor } from './portico.fixture.ts'

const PORTICO = fileURLToPath(new URL('./portico.ts', import.meta.url))
const SRC = new URL('../', import.meta.url).href

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Writes the address of each module before it is loaded. */
const TELLING = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module'
registerHooks({ load(url, context, next) { process.stderr.write('\\n' + url + '\\n'); return next(url, context) } })
`)}`

/** The modules that a command loads: those of the service without the folder of all of them, and the packages. */
async function loadedBy(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const { stderr } = await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', TELLING, PORTICO, ...args],
    { env: { ...process.env, ...environment }, maxBuffer: 2 ** 24 },
  )
  const urls = stderr.split('\n').filter((line) => line.startsWith('file:'))
  expect(urls).toContain(`${SRC}command/portico.ts`)
  return {
    own: urls.filter((url) => url.startsWith(SRC)).map((url) => url.slice(SRC.length)),
    packages: urls.filter((url) => url.includes('/node_modules/')),
  }
}

test.each([['--version'], ['help'], ['help', 'citizen', 'show'], ['client', 'add', '--help']])(
  'portico %s loads the heads of the rooms, and no code of a room and no package',
  async (...args) => {
    const { own, packages } = await loadedBy(args)
    const others = own.filter(
      (path) => !/^(command|platform)\/|^[^/]+$|\/(head|tables|findings)\.ts$|\/migrations\//.test(path),
    )
    expect([others, packages]).toEqual([[], []])
    expect(own).not.toContain('rooms.ts')
    expect(own).not.toContain('config.ts')
  },
)

test('portico schema of one command loads no page, no route and no other command that opens the database', async () => {
  const { own } = await loadedBy(['schema', 'client', 'list'])
  expect(own).toContain('command/client-view.ts')
  expect(own.filter((path) => /^(pages|oauth)\/|^rooms\.ts$|^command\/client\.ts$/.test(path))).toEqual([])
})

test.each([['client', 'list'], ['audit'], ['keys', 'list'], ['doctor']])(
  'portico %s opens the database without the pages and without all rooms',
  async (...args) => {
    const { own } = await loadedBy(args, settingsFor(database))
    expect(own.filter((path) => /^(pages|oauth)\/|^rooms\.ts$/.test(path))).toEqual([])
  },
)
