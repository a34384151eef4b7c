import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pathOf, READERS, readersBar } from '../docs/site/sidebar.mjs'

/** The way through the documentation: the first page of each reader says it, and the sidebar of the site shows it. */

const ROOT = join(import.meta.dirname, '..')
const ways = READERS.map(({ page }) => ({ page, parts: pathOf(ROOT, page) }))
const listed = ways.flatMap(({ parts }) => parts.flatMap(({ pages }) => pages.map(({ path }) => path)))

test('who connects a program goes from five minutes to a protected route, and then live', () => {
  const parts = pathOf(ROOT, 'docs/integrate/README.md')
  expect(parts.slice(0, 3).map(({ text, pages }) => [text, pages[0]?.path])).toEqual([
    ['1. Five minutes', 'docs/integrate/five-minutes.md'],
    ['2. Protect a route', 'docs/integrate/protecting-routes.md'],
    ['3. Go live', 'docs/integrate/go-live.md'],
  ])
})

test.each(ways)('every part of $page has pages, and each of them is there', ({ parts }) => {
  expect(parts.length).toBeGreaterThan(2)
  expect(parts.filter(({ pages }) => pages.length === 0)).toEqual([])
  const paths = parts.flatMap(({ pages }) => pages.map(({ path }) => path))
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

test('no page is in the path of one reader twice', () => {
  for (const { parts } of ways) {
    const paths = parts.flatMap(({ pages }) => pages.map(({ path }) => path))
    expect(paths).toHaveLength(new Set(paths).size)
  }
})

test.each(['docs/*.md', 'docs/integrate/*.md', 'docs/runbooks/*.md', 'docs/how-to/*.md'])(
  'every page of %s is in the path of a reader',
  (pattern) => {
    const found = globSync(pattern, { cwd: ROOT }).map((path) => path.replaceAll('\\', '/'))
    expect(found.length).toBeGreaterThan(5)
    const first = READERS.map(({ page }) => page)
    expect(found.filter((path) => !listed.includes(path) && !first.includes(path))).toEqual([])
  },
)

test('the sidebar has an entry for each kind of reader', () => {
  const bar = readersBar(ROOT).map(({ text, link }) => `${text} ${link}`)
  expect(bar).toEqual([
    'Help citizens /docs/help-desk',
    'Connect a program /docs/integrate/',
    'Run the service /docs/runbooks/',
    'Change the code /docs/how-to/',
  ])
})
