import { posix } from 'node:path'
import ts from 'typescript'
import { fileAt, filesBelow, type SourceFile } from '../checks/lib/source-files.ts'
import { readSources } from '../checks/lib/sources.ts'
import type { Measure } from './measure.ts'

/** An entry point of a package, by the name that its users import. */
export interface Entry {
  readonly name: string
  readonly path: string
}

/** The share of the exports of both packages that a type test (`*.test-d.ts`) imports by name, in percent. */
export function typeTestedExports(): Measure {
  const files = filesBelow(['packages/program/src', 'packages/app/src'], (path) => path.endsWith('.ts'))
  const exported = exportsWithTests(files, ['packages/program', 'packages/app'].flatMap(entriesOf))
  const found = exported.filter(({ isTested }) => !isTested).map(({ name }) => name)
  const now = Math.floor(((exported.length - found.length) / exported.length) * 100)
  return { name: 'type tests of the public API, % of its exports', now, wanted: 100, isShare: true, found }
}

/** Everything that these entries export, and whether a type test imports it from there. */
export function exportsWithTests(
  files: readonly SourceFile[],
  entries: readonly Entry[],
): readonly { readonly name: string; readonly isTested: boolean }[] {
  const sources = readSources(files.filter(({ path }) => !/\.(test|test-d)\.ts$/.test(path)))
  const tests = files.filter(({ path }) => path.endsWith('.test-d.ts'))
  return entries.flatMap(({ name, path }) => {
    const named = new Set(tests.flatMap(({ text }) => importsFrom(name, text)))
    const exported = sources.exportsOf(path)
    if (exported.length === 0) throw new Error(`${path} exports nothing`)
    return exported.map((one) => ({ name: `${one} of ${name}`, isTested: named.has(one) }))
  })
}

function entriesOf(folder: string): readonly Entry[] {
  const { name, exports } = JSON.parse(fileAt(`${folder}/package.json`).text)
  return Object.entries(exports).map(([entry, path]) => ({
    name: posix.join(name, entry),
    path: posix.join(folder, String(path)),
  }))
}

function importsFrom(entry: string, text: string): readonly string[] {
  const { statements } = ts.createSourceFile('', text, ts.ScriptTarget.Latest)
  return statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return []
    const bindings = statement.importClause?.namedBindings
    if (statement.moduleSpecifier.text !== entry || !bindings || !ts.isNamedImports(bindings)) return []
    return bindings.elements.map(({ propertyName, name }) => (propertyName ?? name).text)
  })
}
