import { Readable } from 'node:stream'
import { type CsvError, parse } from 'csv-parse'
import { counted } from '../platform/counted.ts'
import { type LongRecord, withoutLongRecords } from './long-records.ts'
import { TOO_LONG } from './read-lines.ts'
import { type GivenRecord, unreadRecord } from './record.ts'
import { UnfitColumns } from './unfit-columns.ts'
import { NO_UTF8 } from './utf8.ts'

/** Whatever a file contains, each of its rows is text. */
type Row = readonly string[]

/** A row, and the lines that were read until it ended. */
interface Parsed {
  readonly info: { readonly lines: number }
  readonly record: Row
}

/** Looks at the names of the fields, and the line where they stand. Throws UnfitColumns where they do not fit. */
export type RequireNames = (names: Row, line: number) => void

/** What the decoder of the parser writes for bytes that are not UTF-8. */
const REPLACED = '\ufffd'

/**
 * Records of CSV (RFC 4180), whose first line names the fields. Empty values say nothing. A row that cannot be read is a record without
 * fields, and the next one is read. Throws UnfitColumns where no fields are named, because the first row cannot be read.
 */
export async function* csvRecords(
  chunks: AsyncIterable<Buffer>,
  requireNames: RequireNames,
): AsyncGenerator<GivenRecord> {
  const unread: GivenRecord[] = []
  const skip = (record: GivenRecord) => {
    // The parser tells each fault of a row.
    if (unread.at(-1)?.line !== record.line) unread.push(record)
  }
  const fitting = withoutLongRecords(withPlainEnds(chunks), (long) => unread.push(longRecord(long)))
  const parser = Readable.from(fitting).compose(
    parse({
      ...{ bom: true, info: true, raw: true },
      record_delimiter: '\n',
      ...{ relax_column_count: true, skip_empty_lines: true, skip_records_with_error: true },
      on_skip: (error, raw = '') => void skip(skippedRecord(error, raw)),
    }),
  )
  let names: Row | undefined
  for await (const row of parser) {
    const { info, record }: Parsed = row
    const line = info.lines - newlinesIn(record)
    if (names) {
      yield* unread.splice(0, unread.filter((one) => one.line < line).length)
      yield recordOf(line, names, record)
    } else {
      requireFirst(unread, line)
      names = record.map((name) => name.trim())
      requireNames(names, line)
    }
  }
  if (!names) requireFirst(unread, Number.POSITIVE_INFINITY)
  yield* unread
}

const CARRIAGE_RETURN = 0x0d
/** How a file begins that is UTF-16, as some programs save CSV. */
const UTF_16 = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])]

/** Line ends (RFC 4180 has `\r\n`), also those that were converted twice, and a `\r` alone. */
const RETURNS = /\r{1,2}\n|\r/g
/** Another control character, that no value may have, for a `\r` in a value: the parser would count it as a line. */
const NO_LINE_END = '\v'

/**
 * The same with `\n` in place of each other line end: the parser would count a `\r\n` in a value as two lines. Where the first line does not end with `\r` alone, no line does: it is a part of its value, which does not fit then.
 */
async function* withPlainEnds(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held = ''
  let alone: string | undefined
  for await (const chunk of chunks) {
    if (alone === undefined) refuseUtf16(chunk)
    if (alone !== undefined && held === '' && !chunk.includes(CARRIAGE_RETURN)) {
      yield chunk
      continue
    }
    const text = `${held}${chunk.toString('latin1')}`
    held = /\r{0,2}$/.exec(text)?.[0] ?? ''
    const whole = text.slice(0, text.length - held.length)
    alone ??= meantAlone(whole)
    const plain = whole.replaceAll(RETURNS, (end) => (end === '\r' ? (alone ?? '\n') : '\n'))
    yield Buffer.from(plain, 'latin1')
  }
  if (held !== '') yield Buffer.from('\n')
}

function refuseUtf16(chunk: Buffer): void {
  if (UTF_16.some((mark) => chunk.subarray(0, mark.length).equals(mark)))
    throw new UnfitColumns(`Line 1 ${NO_UTF8}, but UTF-16: save the file as UTF-8`)
}

/** What a `\r` alone is, by the first line end. Undefined before it. */
function meantAlone(text: string): string | undefined {
  const [first] = /\r{0,2}\n|\r/.exec(text) ?? []
  if (first === undefined) return undefined
  return first === '\r' ? '\n' : NO_LINE_END
}

/** The row after one that cannot be read names nothing. */
function requireFirst([first]: readonly GivenRecord[], line: number): void {
  if (first && first.line < line)
    throw new UnfitColumns(`Line ${first.line} has to name the columns, and ${first.problem?.says}`)
}

/** A value may have several lines. */
function newlinesIn(values: Row): number {
  return values.reduce((sum, value) => sum + (value.includes('\n') ? value.split('\n').length - 1 : 0), 0)
}

function recordOf(line: number, names: Row, values: Row): GivenRecord {
  if (values.some((value) => value.includes(REPLACED)))
    return unreadRecord({ line }, NO_UTF8, values.join(','))
  if (values.length !== names.length) {
    const says = `has ${counted(values.length, 'value')}, and the first line names ${counted(names.length, 'field')}`
    return unreadRecord({ line }, says, values.join(','))
  }
  const pairs = names.map((name, at) => [name, values[at] ?? ''] as const)
  return { line, fields: new Map(pairs.filter(([, value]) => value !== '')) }
}

function longRecord({ line, lastLine, beginning }: LongRecord): GivenRecord {
  const further = ` and goes on to line ${lastLine}: a quotation mark may be missing`
  return unreadRecord({ line }, `${TOO_LONG}${lastLine > line ? further : ''}`, beginning)
}

function skippedRecord(error: CsvError | undefined, raw: string): GivenRecord {
  const line = typeof error?.['lines'] === 'number' ? error['lines'] : 0
  const text = raw.trim()
  const begins = line - text.split('\n').length + 1
  const further = `, and goes on to line ${line}`
  return unreadRecord(
    { line: begins },
    `is no CSV: it may have been cut${begins < line ? further : ''}`,
    text,
  )
}
