import { HOLE, type Part, type Token, walkOutside } from './tokens.ts'

/** A condition that can be left out: one that must hold becomes true, and one of several that may hold becomes false. */
export interface Condition extends Part {
  readonly becomes: 'true' | 'false'
}

/** What ends the condition of a `where`, `on`, `having` or `when`. */
const ENDS = new Set([
  ...[
    'group',
    'order',
    'limit',
    'offset',
    'fetch',
    'for',
    'returning',
    'union',
    'intersect',
    'except',
    'window',
  ],
  ...['where', 'having', 'on', 'join', 'inner', 'cross', 'natural', 'do', 'when', 'then', 'set', ';', ','],
])
/** Functions have these names, too. */
const ENDS_BEFORE_JOIN = new Set(['left', 'right', 'full'])

/** Every condition of a statement, also inside of others. */
export function conditionsOf(tokens: readonly Token[]): readonly Condition[] {
  return tokens.flatMap((_token, at) => {
    if (!beginsCondition(tokens, at)) return []
    const part = { from: at + 1, to: endOf(tokens, at + 1) }
    // The condition of a partial index says which index is meant.
    return tokens[part.to]?.text === 'do' ? [] : conditionsIn(tokens, part)
  })
}

/** Every condition of a text that is part of a statement: it begins with one, or is one. */
export function conditionsOfFragment(tokens: readonly Token[], isCondition: boolean): readonly Condition[] {
  const isContinued = tokens[0]?.text === 'and' || tokens[0]?.text === 'or'
  if (!isContinued && !isCondition) return conditionsOf(tokens)
  const from = isContinued ? 1 : 0
  return [...conditionsIn(tokens, { from, to: endOf(tokens, from) }), ...conditionsOf(tokens)]
}

function beginsCondition(tokens: readonly Token[], at: number): boolean {
  const [word, before, next] = [tokens[at]?.text, tokens[at - 1]?.text, tokens[at + 1]?.text]
  if (word === 'where' || word === 'having') return true
  if (word === 'when') return isOfSearchedCase(tokens, at)
  return (
    word === 'on' &&
    before !== 'distinct' &&
    !['conflict', 'duplicate', 'delete', 'update'].includes(next ?? '')
  )
}

/** `case when a then …` asks for conditions; `case a when 1 then …` compares with values. */
function isOfSearchedCase(tokens: readonly Token[], at: number): boolean {
  let ended = 0
  for (let before = at - 1; before >= 0; before -= 1) {
    const word = tokens[before]?.text
    if (word === 'end') ended += 1
    else if (word === 'case' && ended > 0) ended -= 1
    else if (word === 'case') return tokens[before + 1]?.text === 'when'
  }
  return false
}

function endOf(tokens: readonly Token[], from: number): number {
  return walkOutside(tokens, { from, to: tokens.length }, ({ text }, at) => {
    const isJoin = ENDS_BEFORE_JOIN.has(text) && /^(join|outer)$/.test(tokens[at + 1]?.text ?? '')
    return isJoin || ENDS.has(text) || isFurtherText(tokens, at, from) ? 'end' : undefined
  })
}

/** Whether a hole stands behind a whole condition: then it is filled with what follows. */
function isFurtherText(tokens: readonly Token[], at: number, from: number): boolean {
  const before = tokens[at - 1]?.text ?? ''
  return HOLE.test(tokens[at]?.text ?? '') && at > from && /[\w)\]'"]$/.test(before) && !LEADS_ON.test(before)
}

const LEADS_ON = /^(and|or|not|in|is|like|between|from|distinct)$/

function conditionsIn(tokens: readonly Token[], part: Part): readonly Condition[] {
  const isOne = !isSplit(tokens, part, 'or') && isSplit(tokens, part, 'and')
  return isOne ? within(tokens, part) : [{ ...part, becomes: 'true' }, ...within(tokens, part)]
}

/** The parts of a condition, and their parts. */
function within(tokens: readonly Token[], part: Part): readonly Condition[] {
  const bare = withoutParentheses(tokens, part)
  const becomes = isSplit(tokens, bare, 'or') ? 'false' : 'true'
  const parts = split(tokens, bare, becomes === 'false' ? 'or' : 'and')
  if (parts.length < 2) return []
  return parts.flatMap((one) => [{ ...one, becomes }, ...within(tokens, one)])
}

function isSplit(tokens: readonly Token[], part: Part, word: 'and' | 'or'): boolean {
  return split(tokens, part, word).length > 1
}

function split(tokens: readonly Token[], part: Part, word: 'and' | 'or'): readonly Part[] {
  const parts: Part[] = []
  let from = part.from
  let isBetween = false
  walkOutside(tokens, part, ({ text }, at) => {
    if (text === 'between') isBetween = true
    else if (text === word && isBetween && word === 'and') isBetween = false
    else if (text === word) {
      parts.push({ from, to: at })
      from = at + 1
    }
    return undefined
  })
  return [...parts, { from, to: part.to }]
}

function withoutParentheses(tokens: readonly Token[], part: Part): Part {
  if (tokens[part.from]?.text !== '(' || tokens[part.from + 1]?.text === 'select') return part
  const inner = { from: part.from + 1, to: part.to }
  const close = walkOutside(tokens, inner, () => undefined)
  return close === part.to - 1 ? withoutParentheses(tokens, { from: inner.from, to: close }) : part
}
