import ts from 'typescript'

/** A text in a file of words: a string, or a template with values. */
export type Text = ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateExpression

/** A text, and the path to it: names of entries and constants, and places in lists. */
export interface PlacedText {
  readonly path: readonly string[]
  readonly node: Text
}

const COMPARES: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
])

/** Reads a file of words. */
export const readWords = (path: string, text: string): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)

/**
 * Every text that a citizen may read, in the order of the file. Left out are names of entries, what values are compared with, and texts
 * that are handed to a function alone, such as the name of a language.
 */
export function textsIn(words: ts.SourceFile): readonly PlacedText[] {
  return words.statements
    .filter(ts.isVariableStatement)
    .flatMap((statement) =>
      statement.declarationList.declarations.flatMap(({ name, initializer }) =>
        initializer ? textsBelow(initializer, isExported(statement) ? [] : [name.getText()]) : [],
      ),
    )
}

function textsBelow(node: ts.Node, path: readonly string[]): readonly PlacedText[] {
  if (isText(node)) return [{ path, node }, ...childrenOf(node).flatMap((child) => textsBelow(child, path))]
  if (ts.isPropertyAssignment(node)) return textsBelow(node.initializer, [...path, nameOf(node.name)])
  if (ts.isArrayLiteralExpression(node))
    return node.elements.flatMap((element, index) => textsBelow(element, [...path, String(index + 1)]))
  return childrenOf(node)
    .filter((child) => !isNoText(node, child))
    .flatMap((child) => textsBelow(child, path))
}

/** Whether this child of a node says nothing to a citizen. */
function isNoText(node: ts.Node, child: ts.Node): boolean {
  if (ts.isTypeNode(child)) return true
  if (!ts.isStringLiteral(child)) return false
  if (ts.isBinaryExpression(node)) return COMPARES.has(node.operatorToken.kind)
  return ts.isCallExpression(node) || ts.isElementAccessExpression(node)
}

const isExported = (statement: ts.VariableStatement): boolean =>
  statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false

const isText = (node: ts.Node): node is Text =>
  ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)

const nameOf = (name: ts.PropertyName): string =>
  ts.isStringLiteral(name) || ts.isIdentifier(name) ? name.text : name.getText()

/** The nodes directly in this one; of a template, its values. */
export function childrenOf(node: ts.Node): readonly ts.Node[] {
  const children: ts.Node[] = []
  ts.forEachChild(node, (child) => {
    children.push(child)
  })
  return children
}
