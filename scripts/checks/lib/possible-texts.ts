import ts from 'typescript'
import {
  argumentOf,
  assigned,
  type Bound,
  bind,
  type FunctionLike,
  initializerOf,
  isFunctionLike,
  NeedsCallers,
  plainOf,
  returnedBy,
  type Scope,
  unreadable,
} from './scopes.ts'
import type { Sources } from './sources.ts'

/** Texts in place of names that are known only at run time, by the name in this file. */
export type StandIns = (file: string, name: string) => string | undefined

/** Reads the texts in the sources without running them. */
export class TextReader {
  /** Every literal that became part of a text. */
  readonly read = new Set<ts.Node>()
  readonly #sources: Sources
  readonly #standInFor: StandIns

  constructor(sources: Sources, standInFor: StandIns) {
    this.#sources = sources
    this.#standInFor = standInFor
  }

  /** Each text that an expression may have, for every caller of its function. */
  textsOf(expression: ts.Expression): readonly string[] {
    return this.fromEveryCaller((scope) => this.#texts(expression, scope))
  }

  /** The same for a template with some given values. */
  textsOfTemplate(
    template: ts.TemplateLiteral,
    holeText: (hole: ts.Expression, index: number) => string | undefined,
  ): readonly string[] {
    return this.fromEveryCaller((scope) => this.#template(template, scope, holeText))
  }

  /** Each text that a property of an object may have. */
  propertiesOf(object: ts.Expression, name: string): readonly string[] {
    return this.fromEveryCaller((scope) =>
      this.#textsOf(this.#property({ expression: object, scope }, name), object),
    )
  }

  /** The expression of a constant, if it is one. */
  initializerOf(expression: ts.Expression): ts.Expression {
    const declaration = ts.isIdentifier(expression) ? this.#sources.declarationOf(expression) : undefined
    return initializerOf(declaration) ?? expression
  }

  fromEveryCaller(read: (scope: Scope) => readonly string[]): readonly string[] {
    const scope: Scope = { given: new Map() }
    const attempt = (): readonly string[] => {
      try {
        return read(scope)
      } catch (error) {
        if (!(error instanceof NeedsCallers)) throw error
        return this.#callsOf(error.called).flatMap((call) => {
          bind(scope, { call, called: error.called, from: scope })
          const texts = attempt()
          for (const parameter of error.called.parameters) scope.given.delete(parameter)
          return texts
        })
      }
    }
    return [...new Set(attempt())]
  }

  #callsOf(called: FunctionLike): readonly ts.CallExpression[] {
    const calls = this.#sources.callsOf(called)
    if (!calls) throw unreadable(called, 'a parameter of a function whose callers are not all known')
    return calls
  }

  #texts(expression: ts.Expression, scope: Scope): readonly string[] {
    const plain = plainOf(expression)
    if (ts.isStringLiteralLike(plain)) {
      this.read.add(plain)
      return [plain.text]
    }
    if (ts.isTemplateExpression(plain)) return this.#template(plain, scope)
    if (ts.isConditionalExpression(plain))
      return [...this.#texts(plain.whenTrue, scope), ...this.#texts(plain.whenFalse, scope)]
    if (ts.isBinaryExpression(plain)) return this.#binary(plain, scope)
    if (ts.isIdentifier(plain)) return this.#named(plain, scope)
    if (ts.isPropertyAccessExpression(plain)) {
      const pattern = this.initializerOf(plain.expression)
      if (ts.isRegularExpressionLiteral(pattern) && plain.name.text === 'source')
        return [pattern.text.slice(1, pattern.text.lastIndexOf('/'))]
      return this.#textsOf(this.#property({ expression: plain.expression, scope }, plain.name.text), plain)
    }
    if (ts.isCallExpression(plain)) return this.#call(plain, scope)
    throw unreadable(plain, 'not a text that can be read off')
  }

  #template(
    template: ts.TemplateLiteral,
    scope: Scope,
    holeText: (hole: ts.Expression, index: number) => string | undefined = () => undefined,
  ): readonly string[] {
    this.read.add(template)
    if (ts.isNoSubstitutionTemplateLiteral(template)) return [template.text]
    const start: readonly string[] = [template.head.text]
    return template.templateSpans.reduce((texts, { expression, literal }, index) => {
      const given = holeText(expression, index)
      const holes = given === undefined ? this.#texts(expression, scope) : [given]
      return joinAll(texts, holes).map((text) => text + literal.text)
    }, start)
  }

  #binary({ left, operatorToken, right }: ts.BinaryExpression, scope: Scope): readonly string[] {
    if (operatorToken.kind === ts.SyntaxKind.PlusToken)
      return joinAll(this.#texts(left, scope), this.#texts(right, scope))
    throw unreadable(left, 'an operator that this check cannot read')
  }

  #named(name: ts.Identifier, scope: Scope): readonly string[] {
    const standIn = this.#standInFor(name.getSourceFile().fileName, name.text)
    if (standIn !== undefined) return [standIn]
    return this.#textsOf(this.#valueOf(name, scope), name)
  }

  #textsOf(values: readonly Bound[] | undefined, at: ts.Node): readonly string[] {
    if (!values || values.length === 0) throw unreadable(at, 'only running code knows it')
    return values.flatMap(({ expression, scope }) => this.#texts(expression, scope))
  }

  /** The value of a name: of a constant, or of an argument. */
  #valueOf(name: ts.Identifier, scope: Scope): readonly Bound[] | undefined {
    const declaration = this.#sources.declarationOf(name)
    if (!declaration) return undefined
    const constant = initializerOf(declaration)
    if (constant) return [{ expression: constant, scope }]
    if (ts.isParameter(declaration)) return [argumentOf(declaration, scope)]
    if (ts.isBindingElement(declaration)) return this.#valueOfElement(declaration, scope)
    return undefined
  }

  /** A name from a destructured object, `{ where }`. */
  #valueOfElement(element: ts.BindingElement, scope: Scope): readonly Bound[] | undefined {
    const holder = element.parent.parent
    const property = (element.propertyName ?? element.name).getText()
    const constant = initializerOf(holder)
    if (constant) return this.#property({ expression: constant, scope }, property)
    if (ts.isParameter(holder)) return this.#property(argumentOf(holder, scope), property)
    return undefined
  }

  #property({ expression, scope }: Bound, name: string): readonly Bound[] | undefined {
    const plain = plainOf(expression)
    if (ts.isIdentifier(plain)) {
      const found = this.#valueOf(plain, scope)?.map((value) => this.#property(value, name))
      return found?.every((values) => values !== undefined) ? found.flat() : undefined
    }
    return ts.isObjectLiteralExpression(plain) ? this.#propertyOf(plain, name, scope) : undefined
  }

  /** Of several properties with one name, the last one counts. */
  #propertyOf(literal: ts.ObjectLiteralExpression, name: string, scope: Scope): readonly Bound[] | undefined {
    for (const part of literal.properties.toReversed()) {
      const found = ts.isSpreadAssignment(part)
        ? this.#property({ expression: part.expression, scope }, name)
        : assigned(part, name).map((expression) => ({ expression, scope }))
      if (found && found.length > 0) return found
    }
    return undefined
  }

  #call(call: ts.CallExpression, scope: Scope): readonly string[] {
    const { expression: callee } = call
    if (ts.isIdentifier(callee)) return this.#returned(call, callee, scope)
    if (ts.isPropertyAccessExpression(callee) && callee.name.text === 'join')
      return this.#joined(callee.expression, call, scope)
    if (ts.isPropertyAccessExpression(callee) && callee.name.text === 'replaceAll')
      return this.#replaced(callee.expression, call, scope)
    throw unreadable(call, 'a call that this check cannot read')
  }

  /** The value that one of our own functions returns. */
  #returned(call: ts.CallExpression, callee: ts.Identifier, from: Scope): readonly string[] {
    const declaration = this.#sources.declarationOf(callee)
    const called = initializerOf(declaration) ?? declaration
    if (!called || !isFunctionLike(called)) throw unreadable(call, 'a call of what is not a function of ours')
    const scope: Scope = { given: new Map(), outer: from }
    bind(scope, { call, called, from })
    return this.#textsOf(
      returnedBy(called).map((expression) => ({ expression, scope })),
      call,
    )
  }

  #replaced(
    text: ts.Expression,
    { arguments: [from, to] }: ts.CallExpression,
    scope: Scope,
  ): readonly string[] {
    if (!from || !to) throw unreadable(text, 'a replacement that this check cannot read')
    const before = theOnly(this.#texts(from, scope), from)
    return this.#texts(text, scope).flatMap((whole) =>
      this.#texts(to, scope).map((after) => whole.replaceAll(before, after)),
    )
  }

  #joined(list: ts.Expression, { arguments: [glue] }: ts.CallExpression, scope: Scope): readonly string[] {
    const between = glue ? theOnly(this.#texts(glue, scope), glue) : ','
    return this.#elements(list, scope).reduce<readonly string[]>(
      (texts, element, index) => joinAll(texts, index === 0 ? element : element.map((one) => between + one)),
      [''],
    )
  }

  /** The texts of each element of a list. */
  #elements(list: ts.Expression, scope: Scope): readonly (readonly string[])[] {
    const plain = plainOf(list)
    if (ts.isArrayLiteralExpression(plain))
      return plain.elements.flatMap((one) =>
        ts.isSpreadElement(one) ? this.#elements(one.expression, scope) : [this.#texts(one, scope)],
      )
    const constant = this.initializerOf(plain)
    if (constant !== plain) return this.#elements(constant, scope)
    if (ts.isCallExpression(plain) && ts.isPropertyAccessExpression(plain.expression))
      return this.#changedList(plain, plain.expression, scope)
    throw unreadable(list, 'a list that this check cannot read')
  }

  #changedList(
    { arguments: [argument] }: ts.CallExpression,
    { expression: list, name }: ts.PropertyAccessExpression,
    scope: Scope,
  ): readonly (readonly string[])[] {
    if (name.text === 'concat' && argument)
      return [...this.#elements(list, scope), this.#texts(argument, scope)]
    if (name.text === 'map' && argument && ts.isArrowFunction(argument))
      return this.#mapped(list, argument, scope)
    throw unreadable(list, 'a list that this check cannot read')
  }

  #mapped(list: ts.Expression, each: ts.ArrowFunction, outer: Scope): readonly (readonly string[])[] {
    const [parameter] = each.parameters
    return this.#elements(list, outer).map((element) => {
      const expression = ts.factory.createStringLiteral(theOnly(element, list))
      const given = new Map(parameter ? [[parameter, { expression, scope: outer }]] : [])
      const returned = returnedBy(each).map((one) => ({ expression: one, scope: { given, outer } }))
      return this.#textsOf(returned, each)
    })
  }
}

function theOnly(texts: readonly string[], at: ts.Node): string {
  const [text, ...others] = texts
  if (text === undefined || others.length > 0) throw unreadable(at, 'more than one text')
  return text
}

function joinAll(before: readonly string[], after: readonly string[]): readonly string[] {
  return before.flatMap((text) => after.map((next) => text + next))
}
