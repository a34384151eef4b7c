import ts from 'typescript'
import { filesBelow, type SourceFile } from '../checks/lib/source-files.ts'
import type { Measure } from './measure.ts'

const sources = () =>
  filesBelow(
    [
      'packages/identity/src',
      'packages/program/src',
      'packages/app/src',
      'packages/embedded-postgres/src',
      'packages/gate/src',
      'packages/processes/src',
    ],
    (path) => path.endsWith('.ts') && !/\.(test|test-d|fixture)\.ts$/.test(path),
  )

/** Type assertions in the sources (`as Type`), without `as const`. */
export function casts(files: readonly SourceFile[] = sources()): Measure {
  const found = places(files, (node) => ts.isAsExpression(node) && !ts.isConstTypeReference(node.type))
  return { name: 'casts', now: found.length, wanted: 30, found }
}

/** The test in which PostgreSQL describes the rows of statements, and the functions that it covers. */
const ROWS_TEST = 'scripts/rows/rows.test.ts'
const READERS = /(^|\.)(query|rowsOf|loadBySelect)$/

/** Statements whose rows have a type that neither a type test nor PostgreSQL checks: `query<Row>`, `` sql<Row[]>`…` ``. */
export function uncheckedRows(files: readonly SourceFile[] = sources(), checked = checkedFolders()): Measure {
  const found = places(files, (node, path) => {
    const called = calledWithRow(node)
    return (
      called !== undefined &&
      !(READERS.test(called) && checked.some((folder) => path.startsWith(`${folder}/`)))
    )
  })
  return { name: 'unchecked rows', now: found.length, wanted: 0, found }
}

/** The folders that the test names. */
function checkedFolders(): readonly string[] {
  const [test] = filesBelow(['scripts/rows'], (path) => path === ROWS_TEST)
  return [...(test?.text ?? '').matchAll(/sourcesBelow\('([^']+)'\)/g)].map(([, folder = '']) => folder)
}

function calledWithRow(node: ts.Node): string | undefined {
  if (ts.isTaggedTemplateExpression(node) && node.typeArguments) return node.tag.getText()
  if (!ts.isCallExpression(node) || !node.typeArguments) return undefined
  const called = node.expression.getText()
  return /(^|\.)(query|unsafe|rowsOf|loadBySelect)$/.test(called) ? called : undefined
}

function places(
  files: readonly SourceFile[],
  counts: (node: ts.Node, path: string) => boolean,
): readonly string[] {
  return files.flatMap(({ path, text }) => {
    const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
    const found: string[] = []
    const visit = (node: ts.Node): void => {
      if (counts(node, path)) {
        const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1
        found.push(`${path}:${line} ${node.getText().replaceAll(/\s+/g, ' ').slice(0, 80)}`)
      }
      ts.forEachChild(node, visit)
    }
    visit(tree)
    return found
  })
}
