// Takes minutes: the changes that the pages of docs/how-to/ show, all together in one copy of the tree, are checked there.
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MIGRATIONS } from '../packages/identity/src/migrations.ts'
import { copyTree } from './copy-tree.ts'
import { changed, changesOf, commandsOf } from './shown-changes.ts'

const LONG = { timeout: 900_000 }
/** A language is the last one: its files are copies of those that have the words of the others. */
const NAMES = [
  'add-a-letter',
  'add-a-limit',
  'add-a-page',
  'add-an-endpoint',
  'write-a-migration',
  'add-a-language',
]
const PAGES = NAMES.map((name) => `docs/how-to/${name}.md`)

/** These pages have it where they write a number that nobody has taken. */
const NEXT = String(Math.max(...MIGRATIONS.map(({ name }) => Number.parseInt(name, 10))) + 1).padStart(4, '0')

/** What the pages say must pass, beside the types. The rest looks at one file, or needs what a page leaves to its reader, such as a test or a requirement. */
const CHECKS = [
  ...['architecture', 'documented', 'format', 'reference', 'rooms-and-tables', 'rooms-page', 'rooms-picture'],
  ...['tables-in-pages', 'tables-picture'],
]

let copy: string

beforeAll(async () => {
  copy = await copyTree('portico-how-to-')
  for (const page of PAGES) await follow(page)
  // A word in a row that has other words, which the page only tells.
  await replace('docs/citus.md', '`client_secrets`', '`client_secrets`, `client_contacts`')
}, LONG.timeout)
afterAll(() => rm(copy, { recursive: true, force: true }))

/** Makes the changes of a page in the copy. */
async function follow(page: string): Promise<void> {
  const text = (await readFile(join(copy, page), 'utf8')).replaceAll('NNNN', NEXT)
  for (const change of changesOf(text).changes) {
    const path = join(copy, change.path)
    const before = existsSync(path) ? await readFile(path, 'utf8') : undefined
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, changed(before, change))
  }
  for (const command of commandsOf(text)) execFileSync('sh', ['-ec', command], { cwd: copy })
}

async function replace(file: string, old: string, next: string): Promise<void> {
  const text = await readFile(join(copy, file), 'utf8')
  expect(text).toContain(old)
  await writeFile(join(copy, file), text.replace(old, next))
}

function run(...args: readonly string[]): Promise<{ readonly isGood: boolean; readonly said: string }> {
  const env = { ...process.env, PORTICO_WRITE_SCHEMA: '1' }
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: copy, env, maxBuffer: 2 ** 26 }, (error, out, faults) =>
      resolve({ isGood: error === null, said: out + faults }),
    )
  })
}

test.each(PAGES)('each block of TypeScript of %s says where it stands', async (page) => {
  const { changes, without } = changesOf(await readFile(join(copy, page), 'utf8'))
  expect(changes.length).toBeGreaterThan(3)
  expect(without).toEqual([])
})

test('whoever follows the pages gets a tree whose types are right', LONG, async () => {
  const tsc = join('node_modules', 'typescript-7', 'bin', 'tsc')
  expect(await run(tsc, '--noEmit', '-p', '.', '--checkers', '1')).toEqual({ isGood: true, said: '' })
})

test(
  'the schema, the pictures and the lists that it then writes are what the checks want',
  LONG,
  async () => {
    const written = [
      await run('scripts/run.mjs', 'format', 'packages/identity/src'),
      await run('scripts/run.mjs', 'test', 'packages/identity/src/platform/postgres/migrate.test.ts'),
      await run('scripts/run.mjs', 'docs:write'),
    ]
    expect(written.map(({ isGood, said }) => (isGood ? '' : said))).toEqual(['', '', ''])
    const all = globSync('scripts/checks/*.ts', { cwd: copy }).map((path) => path.replace(/.*\/|\.ts$/g, ''))
    const others = [...all, 'types', 'lint', 'unused', 'format'].filter((name) => !CHECKS.includes(name))
    const checked = await run('scripts/run.mjs', 'check', '--without', ...others)
    expect(checked.isGood ? '' : checked.said).toBe('')
  },
)
