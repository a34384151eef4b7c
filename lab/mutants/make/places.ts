import ts from 'typescript'
import { applyTo, type Change } from './mutant.ts'

/** The first and the last line of a syntax node, from 1. */
export function linesOf(node: ts.Node): { readonly first: number; readonly last: number } {
  const tree = node.getSourceFile()
  const lineAt = (place: number) => tree.getLineAndCharacterOfPosition(place).line + 1
  return { first: lineAt(node.getStart(tree)), last: lineAt(node.getEnd()) }
}

/** The names of the functions around a place, from the inside. */
export function functionsAround(node: ts.Node): readonly string[] {
  const names: string[] = []
  for (let at: ts.Node = node; !ts.isSourceFile(at); at = at.parent) {
    const name = ts.isFunctionLike(at) ? nameOf(at) : undefined
    if (name !== undefined) names.push(name)
  }
  return names
}

function nameOf(called: ts.SignatureDeclaration): string | undefined {
  if (called.name) return called.name.getText()
  const { parent } = called
  const isNamed = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)
  return isNamed ? parent.name.getText() : undefined
}

/** The statement of the file that a place is in: a function, a constant. */
export function outermost(node: ts.Node): ts.Node {
  let at = node
  while (!ts.isSourceFile(at.parent)) at = at.parent
  return at
}

/** The function or constant of the file around a place, with a change. */
export function changedAround(node: ts.Node, { from, to, text }: Change): string {
  const around = outermost(node)
  const start = around.getStart()
  return applyTo(around.getText(), { from: from - start, to: to - start, text })
}
