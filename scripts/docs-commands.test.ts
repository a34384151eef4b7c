import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
/** Pages for those who work in this tree. Those for programs name commands of the program's own package. */
const PAGES = globSync(['*.md', '.changeset/*.md', 'docs/*.md', 'docs/{how-to,reference,runbooks}/*.md'], {
  cwd: ROOT,
}).filter((page) => page !== 'CHANGELOG.md')
const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(textOf('package.json'))

function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

test('pages for those who work here name no command that needs their own Node to read TypeScript', () => {
  expect(PAGES.length).toBeGreaterThan(40)
  const needing = PAGES.filter((page) =>
    /npx changeset|\bnode (?:scripts|lab|packages)\/\S*\.ts/.test(textOf(page)),
  )
  expect(needing).toEqual([])
})

test('and each npm run that they name is there, and goes through the launcher', () => {
  const named = PAGES.flatMap((page) =>
    [...textOf(page).matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name),
  )
  expect([...new Set(named)].filter((name) => name !== undefined && !(name in scripts))).toEqual([])
  for (const [name, command] of Object.entries(scripts)) expect(command).toBe(`node scripts/run.mjs ${name}`)
})

test('npm run docs:write writes each page that a check compares', () => {
  const writing = globSync('scripts/checks/*.ts', { cwd: ROOT })
    .filter((path) => textOf(path).includes("includes('--write')"))
    .map((path) => path.replace(/.*\/|\.ts$/g, ''))
  const [, listed = ''] = /^const WRITING = \[([^\]]+)\]/m.exec(textOf('scripts/check.mjs')) ?? []
  expect([...listed.matchAll(/'([\w-]+)'/g)].map(([, name]) => name).toSorted()).toEqual(writing.toSorted())
})
