import ts from 'typescript'

/** An expression whose text is known only at run time. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/** Thrown if a text depends on the arguments of a function's callers. */
export class NeedsCallers extends Error {
  readonly called: FunctionLike
  constructor(called: FunctionLike) {
    super()
    this.called = called
  }
}

/** A function that is called by its name. */
export type FunctionLike = ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression

/** An expression, and the values of the parameters in it. */
export interface Bound {
  readonly expression: ts.Expression
  readonly scope: Scope
}

/** The values of the parameters of functions. `outer` is the scope of the call. */
export interface Scope {
  readonly given: Map<ts.ParameterDeclaration, Bound>
  readonly outer?: Scope
}

/** The value that a part of an object literal gives to the property of this name. */
export function assigned(part: ts.ObjectLiteralElementLike, name: string): readonly ts.Expression[] {
  if (part.name?.getText() !== name) return []
  if (ts.isPropertyAssignment(part)) return [part.initializer]
  return ts.isShorthandPropertyAssignment(part) ? [part.name] : []
}

/** The expression without type assertions and parentheses. */
export function plainOf(expression: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(expression) ||
    ts.isAsExpression(expression) ||
    ts.isSatisfiesExpression(expression) ||
    ts.isNonNullExpression(expression)
    ? plainOf(expression.expression)
    : expression
}

/** The value of a missing argument. */
const NOTHING = ts.factory.createNull()

/** Binds the arguments of a call to the parameters of a function. */
export function bind(
  scope: Scope,
  { call, called, from }: { call: ts.CallExpression; called: FunctionLike; from: Scope },
): void {
  called.parameters.forEach((parameter, index) => {
    const expression = call.arguments[index] ?? parameter.initializer ?? NOTHING
    scope.given.set(parameter, { expression, scope: from })
  })
}

/** The value of a parameter. Throws NeedsCallers if it depends on the caller. */
export function argumentOf(parameter: ts.ParameterDeclaration, scope: Scope): Bound {
  for (let at: Scope | undefined = scope; at; at = at.outer) {
    const given = at.given.get(parameter)
    if (given) return given
  }
  if (isFunctionLike(parameter.parent)) throw new NeedsCallers(parameter.parent)
  throw unreadable(parameter, 'a parameter of a method')
}

/** Whether a node is such a function. */
export function isFunctionLike(node: ts.Node): node is FunctionLike {
  return ts.isFunctionDeclaration(node) || ts.isArrowFunction(node) || ts.isFunctionExpression(node)
}

/** Every expression that a function returns. */
export function returnedBy(called: FunctionLike): readonly ts.Expression[] {
  if (called.body && !ts.isBlock(called.body)) return [called.body]
  const found: ts.Expression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression)
    if (!isFunctionLike(node)) ts.forEachChild(node, visit)
  }
  if (called.body) ts.forEachChild(called.body, visit)
  return found
}

/** The error with an expression and the reason why it cannot be read. */
export function unreadable(node: ts.Node, why: string): Unreadable {
  return new Unreadable(`${node === NOTHING ? 'nothing' : node.getText().slice(0, 60)}: ${why}`)
}

/** The value of a constant. */
export function initializerOf(declaration: ts.Declaration | undefined): ts.Expression | undefined {
  const isConstant =
    declaration &&
    ts.isVariableDeclaration(declaration) &&
    (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0
  return isConstant ? declaration.initializer : undefined
}
