import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { allPages, proseOf, ROOT } from './testing/markdown.ts'

/** What the runbooks and the guide quote is what pages, answers, commands and logs say. */

const pages = allPages().filter(({ path }) => /^docs\/(runbooks|integrate)\//.test(path))

/** Words of Django, mod_auth_openidc, PostgreSQL, and the heading of the changelog. */
const OF_OTHERS = [
  ...['CSRF cookie not set', 'Logged Out', 'could not create unique index', 'Unreleased'],
  'old cluster does not use data checksums but the new one does',
]

const quotesIn = (text: string): readonly string[] =>
  [
    ...text
      .replaceAll(/`[^`\n]*`/g, '')
      .replaceAll(/<[^>\n]*>/g, '')
      .matchAll(/"([^"]+)"/g),
  ].map(([, words = '']) => words.replaceAll(/\s+/g, ' '))

const quoted = pages.flatMap((page) => quotesIn(proseOf(page)).map((words) => ({ page: page.path, words })))

/** Every text in a source file: strings, and templates from hole to hole. */
function textsOf(path: string): readonly string[] {
  const texts: string[] = []
  const look = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) texts.push(node.text)
    ts.forEachChild(node, look)
  }
  look(ts.createSourceFile(path, readFileSync(`${ROOT}${path}`, 'utf8'), ts.ScriptTarget.Latest))
  return texts
}

const said = globSync('packages/{identity,postgres,program,gate,app}/src/**/*.ts', {
  cwd: ROOT,
  exclude: (path) => /\.(test|test-d)\.ts$/.test(path),
})
  .flatMap(textsOf)
  .map((text) => text.replaceAll(/\s+/g, ' '))

test('every text that the runbooks and the guide quote is said by the product', () => {
  const lost = quoted.filter(({ words }) => !said.some((text) => text.includes(words)))
  expect(quoted.length - lost.length).toBeGreaterThan(10)
  expect(lost.filter(({ words }) => !OF_OTHERS.includes(words))).toEqual([])
  expect(OF_OTHERS.filter((words) => !lost.some((one) => one.words === words))).toEqual([])
})
