import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startVitest } from 'vitest/node'
import { sortTests } from './test-projects.ts'
import { WORLD_TESTS } from './world-tests.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
// In parts, so that this file itself needs neither.
const [SERVER, PLAYWRIGHT] = ['testServer', 'playwright-core']
const DATABASE = `import { inject } from 'vitest'\nexport const server = () => inject('${SERVER}').port\n`
const BROWSER = `import { chromium } from '${PLAYWRIGHT}'\nexport const name = chromium.name()\n`

let root: string

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'portico-projects-')))
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  await write('packages/a/testing/database.ts', DATABASE)
  await write('packages/a/testing/service.ts', "export * from './database.ts'\n")
  await write('packages/a/testing/browser.ts', BROWSER)
  await write(
    'packages/a/testing/run.mjs',
    "import { spawn } from 'node:child_process'\nexport const run = spawn\n",
  )
})
afterAll(() => rm(root, { recursive: true, force: true }))

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

test.each([
  ['pure', "import { join } from 'node:path'"],
  ['pure', "import type { server } from '../testing/service.ts'"],
  ['pure', "import type { ChildProcess } from 'node:child_process'"],
  ['processes', "import { type ChildProcess, spawn } from 'node:child_process'"],
  ['processes', "import { run } from '../testing/run.mjs'"],
  ['database', "import { run } from '../testing/run.mjs'\nimport { server } from '../testing/service.ts'"],
  ['database', "import { server } from '../testing/service.ts'"],
  ['database', "import {\n  server,\n} from '../testing/service.ts'"],
  ['database', "import '../testing/service.ts'"],
  ['database', "const { server } = await import('../testing/service.ts')"],
  ['browser', "import { name } from '../testing/browser.ts'"],
  ['mocking', "import { server } from '../testing/service.ts'\nvi.mock('node:crypto', () => ({}))"],
  [
    'browser',
    "import { name } from '../testing/browser.ts'\nimport { server } from '../testing/database.ts'",
  ],
] as const)('a test is %s when it says: %s', async (project, text) => {
  await write('packages/a/src/one.test.ts', text)
  const none = { pure: [], processes: [], database: [], browser: [], mocking: [], world: [] }
  expect(sortTests(root)).toEqual({ ...none, [project]: ['packages/a/src/one.test.ts'] })
})

test('every test file of the repository is in one project', () => {
  const sorted = sortTests(ROOT)
  const all = Object.values(sorted).flat()
  expect(new Set(all).size).toBe(all.length)
  for (const folder of ['packages/', 'docs/', 'examples/', 'scripts/'])
    expect(all.some((path) => path.startsWith(folder))).toBe(true)
  for (const files of [sorted.pure, sorted.processes, sorted.database, sorted.browser, sorted.world])
    expect(files.length).toBeGreaterThan(10)
})

test('every entry in the list of the world is a test file, or a folder with one', () => {
  const { world } = sortTests(ROOT)
  const none = WORLD_TESTS.filter((one) => !world.some((path) => path === one || path.startsWith(one)))
  expect(none).toEqual([])
})

test('a test of the project "pure" that asks for the database by a way that is not seen fails', async () => {
  await write(
    'packages/a/src/one.test.ts',
    "import { expect, test } from 'vitest'\n" +
      "const name = 'database.ts'\n" +
      'test(\'asks\', async () => expect((await import("../testing/" + name)).server()).toBeGreaterThan(0))\n',
  )
  expect(sortTests(root).pure).toEqual(['packages/a/src/one.test.ts'])
  const vitest = await startVitest('test', [], {
    root,
    config: false,
    watch: false,
    reporters: [{}],
    include: ['packages/**/*.test.ts'],
  })
  const [file] = vitest.state.getTestModules()
  const [asks] = file ? [...file.children.allTests()] : []
  expect(asks?.result()).toMatchObject({
    state: 'failed',
    errors: [{ message: expect.stringContaining('undefined') }],
  })
  await vitest.close()
  process.exitCode = undefined
})
