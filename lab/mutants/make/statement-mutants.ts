import ts from 'typescript'
import { conflictsOf, locksOf } from './clauses.ts'
import { type Condition, conditionsOfFragment } from './conditions.ts'
import { excuseFor } from './excuses.ts'
import type { Change, Kind, Mutant } from './mutant.ts'
import { changedAround, functionsAround, linesOf } from './places.ts'
import { HOLE, type Part, type Token, tokensOf } from './tokens.ts'

/** A text that is a statement, or a part of one, as its source has it. */
interface SqlText {
  /** Where it begins in the source. */
  readonly start: number
  /** The holes are replaced by words of the same length. */
  readonly text: string
  /** The places of the holes in the text. */
  readonly holes: readonly Part[]
  /** Whether each hole is a parameter, which the driver numbers. */
  readonly isTagged: boolean
}

/** The names of texts that are put behind `where`. */
const CONDITION = /^(where|\w*condition)$/i
/** The words that what is left out begins with. Shorter texts, such as a column, need not even be readable alone. */
const HAS_PARTS = /\b(where|having|on|for|and|or|when)\b/i
/** The shape of a table is no statement that runs by itself. */
const SHAPES = /^\s*(create|alter|drop)\s/i

/** Every mutant of the SQL in one literal. */
export function mutantsOfLiteral(node: ts.Node): readonly Mutant[] {
  const sql = sqlIn(node)
  if (!sql || SHAPES.test(sql.text)) return []
  if (!HAS_PARTS.test(sql.text) && !isNamedCondition(node)) return []
  const tokens = tokensOf(sql.text)
  const [first, last] = [tokens[0], tokens.at(-1)]
  if (!first || !last) return []
  const conditions = conditionsOfFragment(tokens, isNamedCondition(node)).filter(
    (one) => !isTrivial(tokens, one, sql),
  )
  const rangeOf = ({ from, to }: Part) => {
    const end = tokens[to - 1]?.to ?? 0
    const hole = sql.holes.find((one) => one.from < end && end < one.to)
    return { from: sql.start + (tokens[from]?.from ?? 0), to: sql.start + (hole?.to ?? end) }
  }
  const source = node.getSourceFile().text
  const gone = (kind: Kind, part: Part) => mutantOf(node, kind, { ...rangeOf(part), text: '' })
  return [
    ...conditions.map((one) => {
      const range = rangeOf(one)
      return mutantOf(node, 'condition', { ...range, text: settled(source.slice(range.from, range.to), one) })
    }),
    ...locksOf(tokens).map((part) => gone('lock', part)),
    ...conflictsOf(tokens)
      .filter((part) => keepsItsParameters(tokens, part, sql))
      .map((part) => gone('conflict', part)),
  ]
}

/** A condition whose answer is settled. It stays in the text, because a parameter that no text names is an error of its own. */
function settled(condition: string, { becomes }: Condition): string {
  return becomes === 'true' ? `(${condition} or true)` : `(${condition} and false)`
}

function mutantOf(node: ts.Node, kind: Kind, change: Change): Mutant {
  const tree = node.getSourceFile()
  const what = tree.text.slice(change.from, change.to).trim().replace(/\s+/g, ' ')
  const { line } = tree.getLineAndCharacterOfPosition(change.from)
  return {
    ...{ file: tree.fileName, line: line + 1, kind, what, change, lines: linesOf(node) },
    functions: functionsAround(node),
    changed: changedAround(node, change),
    excuse: excuseFor(node, what),
  }
}

function isTrivial(tokens: readonly Token[], { from, to }: Part, { isTagged }: SqlText): boolean {
  if (to - from !== 1) return to <= from
  const word = tokens[from]?.text ?? ''
  return /^(true|false)$/.test(word) || (!isTagged && HOLE.test(word))
}

/** Where a text numbers its parameters itself, one that only this part names would be one too many. */
function keepsItsParameters(tokens: readonly Token[], part: Part, { isTagged }: SqlText): boolean {
  if (isTagged) return true
  const named = (some: readonly Token[]) =>
    some.map(({ text }) => text).filter((text) => text.startsWith('$'))
  const others = new Set(named([...tokens.slice(0, part.from), ...tokens.slice(part.to)]))
  return named(tokens.slice(part.from, part.to)).every((one) => others.has(one))
}

function sqlIn(node: ts.Node): SqlText | undefined {
  const tree = node.getSourceFile()
  const start = node.getStart(tree) + 1
  const isTagged = ts.isTaggedTemplateExpression(node.parent)
  if (ts.isStringLiteralLike(node))
    return { start, text: tree.text.slice(start, node.getEnd() - 1), holes: [], isTagged }
  if (!ts.isTemplateExpression(node)) return undefined
  let text = tree.text.slice(start, node.head.getEnd() - 2)
  const holes: Part[] = []
  for (const { literal } of node.templateSpans) {
    const width = literal.getStart(tree) + 1 - (start + text.length)
    holes.push({ from: text.length, to: text.length + width })
    text += wordFor(text, isTagged, width)
    const end = literal.getEnd() - (ts.isTemplateTail(literal) ? 1 : 2)
    text += tree.text.slice(literal.getStart(tree) + 1, end)
  }
  return { start, text, holes, isTagged }
}

function wordFor(before: string, isTagged: boolean, width: number): string {
  if (isTagged) return '$1'.padEnd(width)
  // Here the source makes the number of a parameter itself.
  if (before.endsWith('$')) return '1'.padEnd(width)
  return /\d$/.test(before) ? ` ${'h'.padEnd(width - 1, '_')}` : 'h'.padEnd(width, '_')
}

function isNamedCondition({ parent }: ts.Node): boolean {
  const isNaming = ts.isPropertyAssignment(parent) || ts.isVariableDeclaration(parent)
  return isNaming && CONDITION.test(parent.name.getText())
}
