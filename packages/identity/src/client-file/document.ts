import {
  type ErrorCode,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type ParsedNode,
  parseDocument,
} from 'yaml'

/** A value of a document, and where it stands: an offset into its text. */
export type Tree =
  | { readonly kind: 'map'; readonly at: number; readonly entries: readonly Entry[] }
  | { readonly kind: 'list'; readonly at: number; readonly items: readonly Tree[] }
  | { readonly kind: 'value'; readonly at: number; readonly value: string | number | boolean | null }
  /** Its fault is told already. */
  | { readonly kind: 'unread'; readonly at: number }

/** A name of a map, and its value. A name may come twice. */
export interface Entry {
  readonly key: string
  readonly at: number
  readonly value: Tree
}

/** Something that is wrong at a place. */
export interface Fault {
  readonly at: number
  readonly says: string
}

/** A document that was parsed, as far as it could be. */
export interface ParsedDocument {
  readonly tree: Tree | undefined
  readonly faults: readonly Fault[]
  /** The line and the column of an offset, both from 1. */
  readonly place: (at: number) => { readonly line: number; readonly column: number }
}

const ALIAS = 'An alias is not understood: write out what it stands for.'
const TAG = 'Tags and anchors are not understood: write the value alone.'

const NOT_YAML = 'This is not YAML.'

/** A sentence for each fault of the parser, whose own ones repeat what stands in the file: it may be a secret. */
const NOT_UNDERSTOOD: Readonly<Record<ErrorCode, string>> = {
  ALIAS_PROPS: ALIAS,
  BAD_ALIAS: ALIAS,
  BAD_COLLECTION_TYPE: TAG,
  BAD_DIRECTIVE: `${NOT_YAML} Remove the line that begins with %.`,
  BAD_DQ_ESCAPE: `${NOT_YAML} After a backslash in quotation marks, this sign means nothing.`,
  BAD_INDENT: `${NOT_YAML} The line is indented too little or too much.`,
  BAD_PROP_ORDER: TAG,
  BAD_SCALAR_START: `${NOT_YAML} A text cannot begin with this sign: put it in quotation marks.`,
  BLOCK_AS_IMPLICIT_KEY: `${NOT_YAML} A map or a list cannot begin on this line.`,
  BLOCK_IN_FLOW: `${NOT_YAML} Between brackets everything is written with brackets.`,
  DUPLICATE_KEY: `${NOT_YAML} A name is given twice.`,
  IMPOSSIBLE: NOT_YAML,
  KEY_OVER_1024_CHARS: `${NOT_YAML} A name is too long.`,
  MISSING_CHAR: `${NOT_YAML} A sign is missing here: a quotation mark, a bracket, a comma, a colon or a blank.`,
  MULTILINE_IMPLICIT_KEY: `${NOT_YAML} A name must stand on one line, with a colon behind it.`,
  MULTIPLE_ANCHORS: TAG,
  MULTIPLE_DOCS: 'A file has one document: remove what begins with ---.',
  MULTIPLE_TAGS: TAG,
  NON_STRING_KEY: 'A name must be a text: put it in quotation marks.',
  RESOURCE_EXHAUSTION: `${NOT_YAML} It is nested too deeply.`,
  TAB_AS_INDENT: `${NOT_YAML} Indent with blanks and not with tabs.`,
  TAG_RESOLVE_FAILED: TAG,
  UNEXPECTED_TOKEN: `${NOT_YAML} This does not belong here: a quotation mark, a bracket or an indentation before it may be wrong.`,
}

/**
 * Parses YAML 1.2, of which JSON is a part. Anchors, aliases and tags are refused: a file that lists programs needs none, and what it says has to stand
 * where it is read. Names stay as they come, also twice.
 */
export function parseText(text: string): ParsedDocument {
  const lines = new LineCounter()
  const place = (at: number) => {
    const { line, col } = lines.linePos(at)
    return { line: Math.max(1, line), column: Math.max(1, col) }
  }
  const document = parseDocument(text, {
    ...{ version: '1.2', schema: 'core', merge: false, uniqueKeys: false },
    ...{ lineCounter: lines, prettyErrors: false, logLevel: 'error', stringKeys: false },
  })
  const faults = [...document.errors, ...document.warnings].map(({ pos, code }) => ({
    at: pos[0],
    says: NOT_UNDERSTOOD[code],
  }))
  if (faults.length > 0 || !document.contents) return { tree: undefined, faults, place }
  const found: Fault[] = []
  return { tree: treeOf(document.contents, found), faults: found, place }
}

function treeOf(node: ParsedNode, faults: Fault[]): Tree {
  const at = node.range[0]
  if (isAlias(node)) {
    faults.push({ at, says: ALIAS })
    return { kind: 'unread', at }
  }
  if (node.tag !== undefined || node.anchor !== undefined) faults.push({ at, says: TAG })
  if (isMap(node)) return { kind: 'map', at, entries: entriesOf(node.items, faults) }
  if (isSeq(node)) return { kind: 'list', at, items: node.items.map((item) => treeOf(item, faults)) }
  return isScalar(node) ? { kind: 'value', at, value: plainOf(node.value) } : { kind: 'unread', at }
}

function entriesOf(
  items: readonly { readonly key: ParsedNode; readonly value: ParsedNode | null }[],
  faults: Fault[],
): readonly Entry[] {
  return items.flatMap(({ key, value }) => {
    const at = key.range[0]
    const read = isScalar(key) && !isAlias(key) ? plainOf(key.value) : null
    if (typeof read !== 'string') {
      faults.push({ at, says: 'A name must be a text: put it in quotation marks.' })
      return []
    }
    return [{ key: read, at, value: value ? treeOf(value, faults) : { kind: 'value', at, value: null } }]
  })
}

function plainOf(value: unknown): string | number | boolean | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}
