import ts from 'typescript'
import { excuseFor } from './excuses.ts'
import type { Mutant } from './mutant.ts'
import { changedAround, functionsAround, linesOf } from './places.ts'

/** Every early return of a source, turned off: `if (…) return refusal`, with nothing else behind the condition. */
export function guardMutants(tree: ts.SourceFile): readonly Mutant[] {
  const found: Mutant[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isIfStatement(node) && isGuard(node)) found.push(mutantOf(node, tree))
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

function isGuard({ thenStatement, elseStatement }: ts.IfStatement): boolean {
  const only =
    ts.isBlock(thenStatement) && thenStatement.statements.length === 1
      ? thenStatement.statements[0]
      : thenStatement
  return !elseStatement && only !== undefined && (ts.isReturnStatement(only) || ts.isThrowStatement(only))
}

/** The condition is still computed: what it asks or spends stays. */
function mutantOf(node: ts.IfStatement, tree: ts.SourceFile): Mutant {
  const [from, to] = [node.expression.getStart(tree), node.expression.getEnd()]
  const condition = tree.text.slice(from, to)
  const change = { from, to, text: `(${condition}) && false` }
  const what = condition.replace(/\s+/g, ' ')
  return {
    ...{ file: tree.fileName, kind: 'guard', what, lines: linesOf(node) },
    line: tree.getLineAndCharacterOfPosition(from).line + 1,
    change,
    functions: functionsAround(node),
    changed: changedAround(node, change),
    excuse: excuseFor(node, what),
  }
}
