import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { fileAt, filesBelow, report } from './lib/source-files.ts'

/**
 * Whatever a package exports is named by a type test: a file `*.test-d.ts`, which the compiler alone reads. So no type
 * of the public API changes unnoticed.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const tests = filesBelow(['packages'], (path) => path.endsWith('.test-d.ts'))
const doors = ['packages/program', 'packages/app'].flatMap(doorsOf)
const program = ts.createProgram(
  doors.map(({ path }) => join(ROOT, path)),
  { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, noEmit: true },
)
const checker = program.getTypeChecker()

report(
  'An export that no type test names',
  doors.flatMap(({ name, path }) => {
    const named = new Set(tests.flatMap(({ path: file, text }) => importsFrom(name, file, text)))
    const exported = exportsOf(join(ROOT, path))
    if (exported.length === 0) return [`${path} exports nothing`]
    return exported.filter((one) => !named.has(one)).map((one) => `${one} of ${name}`)
  }),
)

interface Door {
  /** As a program imports it. */
  readonly name: string
  readonly path: string
}

/** The doors that a package.json opens. */
function doorsOf(folder: string): Door[] {
  const { name, exports } = JSON.parse(fileAt(`${folder}/package.json`).text)
  return Object.entries(exports).map(([entry, path]) => ({
    name: join(name, entry),
    path: join(folder, String(path)),
  }))
}

function exportsOf(path: string): string[] {
  const file = program.getSourceFile(path)
  const symbol = file && checker.getSymbolAtLocation(file)
  return symbol ? checker.getExportsOfModule(symbol).map((one) => one.name) : []
}

/** The names that a file imports from a door; the linter sees to it that each is used. */
function importsFrom(door: string, path: string, text: string): string[] {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  return tree.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return []
    const bindings = statement.importClause?.namedBindings
    if (statement.moduleSpecifier.text !== door || !bindings || !ts.isNamedImports(bindings)) return []
    return bindings.elements.map(({ propertyName, name }) => (propertyName ?? name).text)
  })
}
