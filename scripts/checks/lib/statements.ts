import ts from 'typescript'
import { type StandIns, TextReader } from './possible-texts.ts'
import { Unreadable } from './scopes.ts'
import type { SourceFile } from './source-files.ts'
import { readSources } from './sources.ts'
import { type TableUse, tablesUsed } from './tables-used.ts'

/** The statement that one place in the sources sends to PostgreSQL. */
export interface Statement {
  readonly file: string
  readonly line: number
  readonly uses: readonly TableUse[]
  /** The texts that may be sent here. */
  readonly texts: readonly string[]
}

/** A place whose statement could not be read. */
export interface UnreadStatement {
  readonly file: string
  readonly line: number
  readonly why: string
  /** The text, if no code sends it. */
  readonly text?: string
}

/** All the SQL of some files. */
export interface ReadStatements {
  readonly statements: readonly Statement[]
  readonly unread: readonly UnreadStatement[]
  /** Every literal that is a statement or a part of one. */
  readonly literals: readonly ts.Node[]
}

/** Template tags that make no SQL. Every other tag counts as one that does. */
const NOT_SQL = /^(html|String\.raw)$/
/** Methods with a statement as a text argument. */
const ASKING = /^(query|execute|unsafe|runText)$/
/** A function whose SQL deletes from the table that its caller names, as `purgeExpired({ table: 'sessions', … })`. */
const DELETES_FROM_NAMED = 'purgeExpired'
/** A text that can only be SQL. */
const LOOKS_LIKE_SQL =
  /^\s*(with\s+(recursive\s+)?\w+\s+as\s|select\s[\s\S]*\sfrom\s|insert\s+into\s|update\s+\S+\s+(\w+\s+)?set\s|delete\s+from\s|merge\s+into\s|lock\s+table\s|(create|alter|drop)\s+(temp\s+|unlogged\s+)?table\s)/i

/** Finds every statement of some files, and every text that looks like a statement but is not sent. */
export function readStatements(files: readonly SourceFile[], standInFor: StandIns): ReadStatements {
  const sources = readSources(files)
  const reader = new TextReader(sources, standInFor)
  const statements: Statement[] = []
  const unread: UnreadStatement[] = []
  const literals: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    const texts = textsSentBy(node, reader)
    const read = texts && readOne(texts)
    if (read && 'uses' in read) statements.push({ ...placeOf(node), ...read })
    if (read && 'why' in read) unread.push({ ...placeOf(node), why: read.why })
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) literals.push(node)
    ts.forEachChild(node, visit)
  }
  sources.files.forEach(visit)
  const unsent = literals.filter((node) => !reader.read.has(node) && LOOKS_LIKE_SQL.test(textIn(node)))
  return {
    statements,
    literals: [...reader.read],
    unread: [
      ...unread,
      ...unsent.map((node) => ({ ...placeOf(node), why: 'SQL that nothing sends', text: textIn(node) })),
    ],
  }
}

function readOne(
  read: () => readonly string[],
): Pick<Statement, 'uses' | 'texts'> | Pick<UnreadStatement, 'why'> {
  try {
    const texts = read()
    return { uses: texts.flatMap(tablesUsed), texts }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { why: error.message }
  }
}

/** How to read the statement of a syntax node, if it sends one to PostgreSQL. */
function textsSentBy(node: ts.Node, reader: TextReader): (() => readonly string[]) | undefined {
  if (ts.isTaggedTemplateExpression(node)) {
    const tag = node.tag.getText()
    if (NOT_SQL.test(tag)) return undefined
    return () =>
      reader.textsOfTemplate(node.template, (hole, index) => parameterOf(hole, index, { tag, reader }))
  }
  if (!ts.isCallExpression(node)) return undefined
  const [text] = node.arguments
  if (text && ts.isIdentifier(node.expression) && node.expression.text === DELETES_FROM_NAMED)
    return () => reader.propertiesOf(text, 'table').map((table) => `delete from ${table}`)
  if (!ts.isPropertyAccessExpression(node.expression)) return undefined
  return text && asks(node.expression.name.text, text) ? () => reader.textsOf(text) : undefined
}

function asks(method: string, argument: ts.Expression): boolean {
  return ASKING.test(method) && !isMessage(argument)
}

/** Whether an argument is the message Execute of PostgreSQL's protocol, which names a portal and has no text. */
function isMessage(argument: ts.Expression): boolean {
  return (
    ts.isObjectLiteralExpression(argument) &&
    argument.properties.some(({ name }) => name?.getText() === 'portal')
  )
}

/** A hole of the template is a parameter, unless the driver's own tag inserts names, as in `${tx(table)}`. */
function parameterOf(
  hole: ts.Expression,
  index: number,
  { tag, reader }: { readonly tag: string; readonly reader: TextReader },
): string {
  const made = reader.initializerOf(hole)
  if (!ts.isCallExpression(made) || made.expression.getText() !== tag) return `$${index + 1}`
  const [name] = made.arguments
  if (!name) throw new Unreadable(`${hole.getText()}: no name`)
  if (!ts.isArrayLiteralExpression(name)) return reader.textsOf(name).join()
  return name.elements.flatMap((one) => reader.textsOf(ts.isSpreadElement(one) ? one.expression : one)).join()
}

function placeOf(node: ts.Node): { readonly file: string; readonly line: number } {
  const tree = node.getSourceFile()
  return { file: tree.fileName, line: tree.getLineAndCharacterOfPosition(node.getStart()).line + 1 }
}

function textIn(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return ''
  return node.head.text + node.templateSpans.map(({ literal }) => `x${literal.text}`).join('')
}
