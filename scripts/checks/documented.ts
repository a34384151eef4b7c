import ts from 'typescript'
import { filesBelow, report, type SourceFile } from './lib/source-files.ts'

/** Checks that every export has a sentence of doc comment, and that every door says what its room holds. */
const sources = filesBelow(
  ['packages', 'examples/parking-permits/server'],
  (path) =>
    /^(?:examples|packages\/[^/]+\/src)\/.*(?<!\.(?:test|test-d|fixture))\.ts$/.test(path) &&
    !path.includes('/words/'),
)

report('An export without a doc sentence', sources.flatMap(undocumentedExports))
report(
  'A door without a doc comment',
  sources
    .filter((file) => file.path.endsWith('/index.ts') && !file.text.startsWith('/**'))
    .map((file) => file.path),
)

function undocumentedExports(file: SourceFile): readonly string[] {
  const tree = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true)
  return tree.statements
    .filter((statement, index) => isExported(statement) && !isDocumented(tree.statements, index))
    .map((statement) => `${file.path}:${tree.getLineAndCharacterOfPosition(statement.getStart()).line + 1}`)
}

/** The implementation of an overloaded function is documented by its signatures. */
function isDocumented(statements: readonly ts.Statement[], index: number): boolean {
  const [before, statement] = [statements[index - 1], statements[index]]
  if (!statement) return false
  if (ts.getJSDocCommentsAndTags(statement).length > 0) return true
  const isOverloaded = before && ts.isFunctionDeclaration(before) && ts.isFunctionDeclaration(statement)
  return isOverloaded ? before.body === undefined && before.name?.text === statement.name?.text : false
}

function isExported(statement: ts.Statement): boolean {
  if (!ts.canHaveModifiers(statement)) return false
  return (ts.getModifiers(statement) ?? []).some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword)
}
