import { type Dirent, existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { expect, test } from 'vitest'
import { allPages, anchorsOf, blocksOf, linksOf, pageAt, ROOT } from './testing/markdown.ts'

const pages = allPages()
const guide = pages.filter(({ path }) => path.startsWith('docs/integrate/'))
const shown = guide.flatMap((page) =>
  blocksOf(page).flatMap(({ sample, code }) => (sample ? [{ page: page.path, sample, code }] : [])),
)

test('the guide shows samples, and its pages are found', () => {
  expect(guide.length).toBeGreaterThan(10)
  expect(shown.length).toBeGreaterThan(10)
})

/** Tags with requirement ids are only for this repository. */
const TAGS = /^ *\/\/ proves: .*\n/gm

test.each(shown)('$page shows $sample as it is', ({ sample, code }) => {
  expect(code).toBe(readFileSync(`${ROOT}docs/integrate/${sample}`, 'utf8').replace(TAGS, ''))
})

test('every code block of the guide that is TypeScript, HTML or SQL is a sample that is run', () => {
  const loose = guide.flatMap((page) =>
    [...page.text.matchAll(/^```(?:ts|js|html|sql|tsx)$/gm)].map(() => page.path),
  )
  expect(loose).toEqual([])
})

test('every sample is shown, or is a test of the samples', () => {
  const files = readdirSync(`${ROOT}docs/integrate/samples`, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.json$/.test(entry.name))
    .map((entry) => relative(`${ROOT}docs/integrate`, join(entry.parentPath, entry.name)))
    .filter((file) => !file.includes('node_modules'))
  const tests = files.filter((file) =>
    /(samples|existing|servers|database-file|mysql-users|front-end|next|real-identity|server-rendered|tickets)\.test\.ts$/.test(
      file,
    ),
  )
  const names = new Set(shown.map(({ sample }) => sample))
  expect(files.filter((file) => !names.has(file) && !tests.includes(file))).toEqual([])
})

test('every relative link of the documentation and the READMEs leads somewhere', () => {
  const lost = pages.flatMap((page) =>
    linksOf(page)
      .filter((target) => !leadsSomewhere(page.path, target))
      .map((target) => `${page.path}: ${target}`),
  )
  expect(lost).toEqual([])
})

function leadsSomewhere(from: string, target: string): boolean {
  const [file = '', fragment] = target.split('#')
  const path = file === '' ? from : normalize(join(dirname(from), file))
  if (!existsSync(join(ROOT, path))) return false
  if (fragment === undefined || statSync(join(ROOT, path)).isDirectory()) return fragment === undefined
  return !path.endsWith('.md') || anchorsOf(pageAt(path.replaceAll('\\', '/'))).includes(fragment)
}

test.each(['docs/integrate/', 'docs/integrate/recipes/'])(
  'every page of %s is listed on its first page',
  (folder) => {
    const listed = linksOf(pageAt(`${folder}README.md`)).map((target) => target.split('#')[0])
    const paths = guide
      .filter(({ path }) => dirname(path) === dirname(`${folder}README.md`))
      .map(({ path }) => path)
    const names = paths.map((path) => path.slice(folder.length))
    expect(names.length).toBeGreaterThan(3)
    expect(names.filter((name) => name !== 'README.md' && !listed.includes(name))).toEqual([])
  },
)

test('every page of the guide is at most two clicks from the first README', () => {
  const targetsOf = (path: string) =>
    linksOf(pageAt(path))
      .map((target) => normalize(join(dirname(path), target.split('#')[0] ?? '')))
      .filter((target) => target.endsWith('.md') && existsSync(join(ROOT, target)))
  const first = targetsOf('README.md')
  const reached = new Set([...first, ...first.flatMap(targetsOf)])
  expect(guide.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([])
})

/** Packages, and files that only fix the versions of packages. */
const isNotWritten = ({ name, parentPath }: Dirent): boolean =>
  /^(node_modules|target|go\.sum|requirements\.txt)$/.test(name) || parentPath.includes('node_modules')

test('every file of a recipe, and of a page about a language, is shown on a page', () => {
  const files = globSync('{recipes,languages}/*/**/*', {
    cwd: `${ROOT}docs/integrate`,
    withFileTypes: true,
    exclude: isNotWritten,
  })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      relative(`${ROOT}docs/integrate`, join(entry.parentPath, entry.name)).replaceAll('\\', '/'),
    )
  const names = shown.map(({ sample }) => sample)
  expect(files.length).toBeGreaterThan(3)
  expect(files.filter((file) => !names.includes(file))).toEqual([])
})
