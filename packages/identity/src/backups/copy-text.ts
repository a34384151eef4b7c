import { BackupTrouble } from './backup-trouble.ts'

/** A column, and how it takes a value of JSON: as a document, as a list, or as the text of the value. */
export interface CopyColumn {
  readonly name: string
  readonly keeps: 'json' | 'array' | 'text'
  /** What is stored in place of a number. */
  readonly change?: ((value: number) => number) | undefined
}

/** The table and the columns that each line has, in this order. */
export interface CopyShape {
  readonly table: string
  readonly columns: readonly CopyColumn[]
}

const [SPACE = 0, QUOTE, COMMA, BACKSLASH, NEWLINE = 0, TAB = 0] = Buffer.from(' ",\\\n\t')
const [CLOSE, SMALL_U, SMALL_N] = Buffer.from('}un')
/** How a byte changes the depth of a document. */
const STEPS = new Map([...'[]{}'].map((byte, at) => [byte.charCodeAt(0), at % 2 === 0 ? 1 : -1]))
const NULL = Buffer.from(String.raw`\N`)

/** No value needs more than twice its bytes. */
const MOST_GROWTH = 2

/**
 * Rows of a backup, one JSON object in a line, as `COPY … FROM STDIN` reads them (PostgreSQL's manual, "COPY", "Text Format"). The
 * objects are those that PostgreSQL writes: every column once, in order, without spaces. Throws BackupTrouble for another one.
 *
 * Values are not parsed. Numbers stay as exact as they are, and the escapes in a JSON string are those of COPY, except `\u`.
 */
export async function* copyTextOf(
  { table, columns }: CopyShape,
  chunks: AsyncIterable<Buffer>,
): AsyncIterable<Buffer> {
  const heads = columns.map(({ name, keeps, change }, number) => ({
    ...{ keeps, change },
    isFirst: number === 0,
    head: Buffer.from(`${number === 0 ? '{' : ','}${JSON.stringify(name)}:`),
  }))
  const lines = new GrowingBuffer()
  // A text is sent while the next one is made.
  const texts = [new GrowingBuffer(), new GrowingBuffer()] as const
  let rows = 0
  let yielded = 0
  for await (const chunk of chunks) {
    lines.append(chunk)
    const from = lines.filled()
    const end = from.lastIndexOf('\n') + 1
    const to = (yielded % 2 === 0 ? texts[0] : texts[1]).ofLength(end * MOST_GROWTH)
    const made = rewrite(heads, { from: from.subarray(0, end), at: 0, to, made: 0 })
    rows += made.rows
    if (made.isRefused) throw noRow(table, rows + 1)
    lines.forget(end)
    if (made.text.length === 0) continue
    yielded += 1
    yield made.text
  }
  if (lines.filled().length > 0) throw noRow(table, rows + 1)
}

function noRow(table: string, line: number): BackupTrouble {
  return new BackupTrouble(
    `Line ${line} of ${table} is no row of this table: use another copy of this backup. Nothing was changed.`,
  )
}

/** Bytes that are gathered at one place, which grows. */
class GrowingBuffer {
  #bytes = Buffer.alloc(0)
  #length = 0

  /** At least so many bytes, with any content. */
  ofLength(length: number): Buffer {
    if (this.#bytes.length < length) {
      const larger = Buffer.allocUnsafe(length * 2)
      this.#bytes.copy(larger, 0, 0, this.#length)
      this.#bytes = larger
    }
    return this.#bytes
  }

  append(chunk: Buffer): void {
    chunk.copy(this.ofLength(this.#length + chunk.length), this.#length)
    this.#length += chunk.length
  }

  filled(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  /** Forgets so many of the first bytes. */
  forget(bytes: number): void {
    this.#bytes.copyWithin(0, bytes, this.#length)
    this.#length -= bytes
  }
}

interface Head extends Pick<CopyColumn, 'keeps' | 'change'> {
  readonly isFirst: boolean
  /** What stands before the value. */
  readonly head: Buffer
}

/** Bytes that are read, and bytes that are made of them. */
interface Work {
  readonly from: Buffer
  at: number
  readonly to: Buffer
  made: number
}

function rewrite(heads: readonly Head[], work: Work) {
  let rows = 0
  let isRefused = false
  while (work.at < work.from.length && !isRefused) {
    isRefused = !rewriteRow(heads, work)
    if (!isRefused) rows += 1
  }
  return { text: work.to.subarray(0, work.made), rows, isRefused }
}

function rewriteRow(heads: readonly Head[], work: Work): boolean {
  for (const { head, keeps, change, isFirst } of heads) {
    if (!isNext(head, work)) return false
    work.at += head.length
    if (!isFirst) work.to[work.made++] = TAB
    if (change) changeNumber(change, work)
    else if (!rewriteValue(keeps, work)) return false
  }
  if (work.from[work.at] !== CLOSE || work.from[work.at + 1] !== NEWLINE) return false
  work.at += 2
  work.to[work.made++] = NEWLINE
  return true
}

function isNext(head: Buffer, { from, at }: Work): boolean {
  for (let place = 0; place < head.length; place += 1) if (from[at + place] !== head[place]) return false
  return true
}

function rewriteValue(keeps: CopyColumn['keeps'], work: Work): boolean {
  const first = work.from[work.at]
  if (first === undefined || first <= SPACE || first === COMMA) return false
  if (first === SMALL_N) {
    work.at += 'null'.length
    return put(NULL, work)
  }
  if (keeps === 'text' && first === QUOTE) return rewriteString(work)
  const end = endOfValue(work.from, work.at)
  if ((work.from[end - 1] ?? 0) <= SPACE) return false
  const value = work.from.subarray(work.at, end)
  work.at = end
  return put(escape(keeps === 'array' ? arrayText(value) : value), work)
}

function changeNumber(change: (value: number) => number, work: Work): void {
  const end = endOfValue(work.from, work.at)
  put(Buffer.from(String(change(Number(work.from.subarray(work.at, end))))), work)
  work.at = end
}

/** Copies a string without its quotation marks. */
function rewriteString(work: Work): boolean {
  const { from, to } = work
  let { at, made } = work
  for (;;) {
    at += 1
    const byte = from[at]
    if (byte === undefined || byte === NEWLINE) return false
    if (byte === QUOTE) break
    if (byte === BACKSLASH && from[at + 1] === SMALL_U) return parseString(work)
    if (byte === BACKSLASH) {
      to[made++] = byte
      at += 1
    }
    to[made++] = from[at] ?? 0
  }
  work.at = at + 1
  work.made = made
  return true
}

function parseString(work: Work): boolean {
  const end = endOfValue(work.from, work.at)
  const words: unknown = parsed(work.from.subarray(work.at, end))
  work.at = end
  return put(escape(Buffer.from(String(words))), work)
}

function put(bytes: Buffer, work: Work): true {
  work.to.set(bytes, work.made)
  work.made += bytes.length
  return true
}

/** Where the value ends that begins here, at the latest at the end of the line. */
function endOfValue(from: Buffer, begin: number): number {
  let depth = 0
  for (let at = begin; at < from.length; at += 1) {
    if (from[at] === QUOTE) at = endOfString(from, at)
    const byte = from[at] ?? NEWLINE
    const step = STEPS.get(byte) ?? 0
    if (byte === NEWLINE || (depth === 0 && (step < 0 || byte === COMMA))) return at
    depth += step
  }
  return from.length
}

/** The quotation mark at the end of the string that begins here, or the end of the line. */
function endOfString(from: Buffer, begin: number): number {
  let at = begin + 1
  while (at < from.length && from[at] !== QUOTE && from[at] !== NEWLINE) at += from[at] === BACKSLASH ? 2 : 1
  return at
}

/** PostgreSQL's manual, "Arrays", "Array Input and Output Syntax". */
function arrayText(value: Buffer): Buffer {
  const read = parsed(value)
  if (!Array.isArray(read)) return value
  const elements = read.map((each) =>
    each === null ? 'NULL' : `"${String(each).replaceAll(/["\\]/g, String.raw`\$&`)}"`,
  )
  return Buffer.from(`{${elements.join(',')}}`)
}

function parsed(value: Buffer): unknown {
  return JSON.parse(value.toString('utf8'))
}

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ '\\': String.raw`\\`, '\b': String.raw`\b`, '\f': String.raw`\f` },
  ...{ '\n': String.raw`\n`, '\r': String.raw`\r`, '\t': String.raw`\t` },
}

function escape(value: Buffer): Buffer {
  const words = value.toString('latin1')
  if (!/[\\\u0008\f\n\r\t]/.test(words)) return value
  return Buffer.from(
    words.replaceAll(/[\\\u0008\f\n\r\t]/g, (character) => ESCAPES[character] ?? character),
    'latin1',
  )
}
