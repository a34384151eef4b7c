import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** A column in the declared type of a row. */
export interface ClaimedColumn {
  /** `string`, `number`, `boolean`, `Date`, `bytes`, `array`, `object`; `any` fits every column. */
  readonly kinds: ReadonlySet<string>
  readonly isNullable: boolean
}

/** A statement whose rows have a declared type, which the driver does not check. */
export interface ClaimedRows {
  /** File and line. */
  readonly where: string
  /** Null if the text is known only at run time. */
  readonly text: string | null
  readonly columns: ReadonlyMap<string, ClaimedColumn>
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** The functions that return rows of a declared type, and the placeholder of a parameter in their text. */
const READERS: Readonly<Record<string, RegExp | null>> = {
  query: null,
  rowsOf: null,
  loadBySelect: /\$account_id/g,
}

/**
 * Finds every statement whose rows have a declared type. In a tagged template each hole is a parameter. In another
 * template each hole is a constant, which the compiler knows.
 */
export function claimedRows(paths: readonly string[]): readonly ClaimedRows[] {
  const { config } = ts.readConfigFile(`${ROOT}tsconfig.base.json`, ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT)
  const program = ts.createProgram(
    paths.map((path) => ROOT + path),
    options,
  )
  const checker = program.getTypeChecker()
  return paths.flatMap((path) => {
    const file = program.getSourceFile(ROOT + path)
    if (!file) throw new Error(`${path} is not there`)
    return statementsIn(file).flatMap((node) => {
      const row = rowTypeOf(node, checker)
      if (!row) return []
      const { line } = file.getLineAndCharacterOfPosition(node.getStart())
      return [
        { where: `${path}:${line + 1}`, text: textOf(node, checker), columns: columnsOf(row, node, checker) },
      ]
    })
  })
}

type Statement = ts.TaggedTemplateExpression | ts.CallExpression

function statementsIn(file: ts.SourceFile): Statement[] {
  const found: Statement[] = []
  const visit = (node: ts.Node): void => {
    if ((ts.isTaggedTemplateExpression(node) || ts.isCallExpression(node)) && nameOf(node) in READERS)
      found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function nameOf(node: Statement): string {
  const called = ts.isCallExpression(node) ? node.expression : node.tag
  return ts.isPropertyAccessExpression(called) ? called.name.text : called.getText()
}

/** The declared type of a row, written or inferred. Undefined if rows are unknown, or if a function reads them. */
function rowTypeOf(node: Statement, checker: ts.TypeChecker): ts.Type | undefined {
  if (nameOf(node) === 'loadBySelect')
    return ts.isCallExpression(node) ? loadedType(node, checker) : undefined
  const list = listOf(node, checker)
  const row = list && checker.isArrayType(list) ? elementOf(list, checker) : undefined
  return row && row.getProperties().length > 0 && !row.getStringIndexType() ? row : undefined
}

/** The type that a statement returns, or that of the `rows` in it. */
function listOf(node: Statement, checker: ts.TypeChecker): ts.Type | undefined {
  const signature = checker.getResolvedSignature(node)
  const result = signature && checker.getAwaitedType(checker.getReturnTypeOfSignature(signature))
  const rows = result?.getProperty('rows')
  return rows ? checker.getTypeOfSymbolAtLocation(rows, node) : result
}

/** `loadBySelect` returns the row itself if no function reads it. */
function loadedType(node: ts.CallExpression, checker: ts.TypeChecker): ts.Type | undefined {
  const [account] = node.typeArguments ?? []
  return account && node.arguments.length === 2 ? checker.getTypeFromTypeNode(account) : undefined
}

function elementOf(list: ts.Type, checker: ts.TypeChecker): ts.Type | undefined {
  return checker.getIndexTypeOfType(list, ts.IndexKind.Number)
}

function textOf(node: Statement, checker: ts.TypeChecker): string | null {
  if (ts.isTaggedTemplateExpression(node)) return partsOf(node.template, (_hole, number) => `$${number}`)
  const text = node.arguments.find((one) => ts.isTemplateLiteral(one) || ts.isStringLiteral(one))
  if (!text || !(ts.isTemplateLiteral(text) || ts.isStringLiteral(text))) return null
  const whole = ts.isStringLiteral(text) ? text.text : partsOf(text, (hole) => constantOf(hole, checker))
  const parameter = READERS[nameOf(node)]
  return whole && parameter ? whole.replaceAll(parameter, '$1::text') : whole
}

function partsOf(
  template: ts.TemplateLiteral,
  holeText: (hole: ts.Expression, number: number) => string | null,
): string | null {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text
  const parts = template.templateSpans.map(({ expression, literal }, index) => {
    const hole = holeText(expression, index + 1)
    return hole === null ? null : hole + literal.text
  })
  return parts.includes(null) ? null : template.head.text + parts.join('')
}

function constantOf(hole: ts.Expression, checker: ts.TypeChecker): string | null {
  const type = checker.getTypeAtLocation(hole)
  return type.isStringLiteral() || type.isNumberLiteral() ? String(type.value) : null
}

/** The columns of a row. Where the row has one of several types, the columns of all of them. */
function columnsOf(row: ts.Type, at: ts.Node, checker: ts.TypeChecker): ReadonlyMap<string, ClaimedColumn> {
  const columns = new Map<string, ClaimedColumn>()
  const types = row.isUnion() ? row.types : [row]
  for (const { name, ...property } of types.flatMap((one) => propertiesOf(one, at, checker))) {
    const before = columns.get(name)
    const kinds = new Set([...(before?.kinds ?? []), ...property.kinds])
    columns.set(name, { kinds, isNullable: property.isNullable || before?.isNullable === true })
  }
  return columns
}

function propertiesOf(row: ts.Type, at: ts.Node, checker: ts.TypeChecker) {
  return checker.getPropertiesOfType(row).map((property) => {
    const kinds = kindsOf(checker.getTypeOfSymbolAtLocation(property, at), checker)
    return {
      name: property.name,
      kinds: kinds.filter((kind) => kind !== 'null'),
      isNullable: kinds.includes('null'),
    }
  })
}

const PRIMITIVES: readonly [ts.TypeFlags, string][] = [
  [ts.TypeFlags.Null | ts.TypeFlags.Undefined, 'null'],
  [ts.TypeFlags.StringLike, 'string'],
  [ts.TypeFlags.NumberLike, 'number'],
  [ts.TypeFlags.BooleanLike, 'boolean'],
  [ts.TypeFlags.Any | ts.TypeFlags.Unknown, 'any'],
]

const CLASSES: Readonly<Record<string, string>> = { Date: 'Date', Buffer: 'bytes', Uint8Array: 'bytes' }

function kindsOf(type: ts.Type, checker: ts.TypeChecker): string[] {
  if (type.isUnion()) return type.types.flatMap((one) => kindsOf(one, checker))
  // A branded number or string, such as UnixSeconds.
  if (type.isIntersection()) {
    const kinds = type.types.flatMap((one) => kindsOf(one, checker)).filter((kind) => kind !== 'object')
    return kinds.length > 0 ? kinds : ['object']
  }
  const primitive = PRIMITIVES.find(([flags]) => (type.flags & flags) !== 0)
  if (primitive) return [primitive[1]]
  if (checker.isArrayLikeType(type)) return ['array']
  return [CLASSES[type.getSymbol()?.name ?? ''] ?? 'object']
}
