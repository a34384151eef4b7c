import { Readable } from 'node:stream'
import { type CsvError, parse } from 'csv-parse'
import { type LongRecord, withoutLongRecords } from './long-records.ts'
import { TOO_LONG } from './read-lines.ts'
import { type GivenRecord, unreadRecord } from './record.ts'
import { NO_UTF8 } from './utf8.ts'

/** Whatever a file contains, each of its rows is text. */
type Row = readonly string[]

/** A row, and the lines that were read until it ended. */
interface Parsed {
  readonly info: { readonly lines: number }
  readonly record: Row
}

/** Looks at the names of the fields, and the line where they stand. Throws where they do not fit. */
export type RequireNames = (names: Row, line: number) => void

/** What the decoder of the parser writes for bytes that are not UTF-8. */
const REPLACED = '\ufffd'

/**
 * Records of CSV (RFC 4180), whose first line names the fields. Empty values say nothing. A row that cannot be read is a record without
 * fields, and the next one is read.
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
  const fitting = withoutLongRecords(chunks, (long) => unread.push(longRecord(long)))
  const parser = Readable.from(fitting).compose(
    parse({
      ...{ bom: true, info: true, raw: true },
      // RFC 4180 has CRLF. Without the list the first line decides for all, and the look for long records ends one at each of them.
      record_delimiter: ['\r\n', '\n', '\r'],
      ...{ relax_column_count: true, skip_empty_lines: true, skip_records_with_error: true },
      on_skip: (error, raw = '') => void skip(skippedRecord(error, raw)),
    }),
  )
  let names: Row | undefined
  for await (const row of parser) {
    const { info, record }: Parsed = row
    const line = info.lines - newlinesIn(record)
    if (unread.length > 0) yield* unread.splice(0, unread.filter((one) => one.line < line).length)
    if (names) yield recordOf(line, names, record)
    else {
      names = record.map((name) => name.trim())
      requireNames(names, line)
    }
  }
  yield* unread
}

/** A value may have several lines. */
function newlinesIn(values: Row): number {
  return values.reduce((sum, value) => sum + (value.includes('\n') ? value.split('\n').length - 1 : 0), 0)
}

function recordOf(line: number, names: Row, values: Row): GivenRecord {
  if (values.some((value) => value.includes(REPLACED))) return unreadRecord(line, NO_UTF8, values.join(','))
  if (values.length !== names.length) {
    const says = `has ${values.length} values, and the first line names ${names.length} fields`
    return unreadRecord(line, says, values.join(','))
  }
  const pairs = names.map((name, at) => [name, values[at] ?? ''] as const)
  return { line, fields: new Map(pairs.filter(([, value]) => value !== '')) }
}

function longRecord({ line, lastLine, beginning }: LongRecord): GivenRecord {
  const further = ` and goes on to line ${lastLine}: a quotation mark may be missing`
  return unreadRecord(line, `${TOO_LONG}${lastLine > line ? further : ''}`, beginning)
}

function skippedRecord(error: CsvError | undefined, raw: string): GivenRecord {
  const line = typeof error?.['lines'] === 'number' ? error['lines'] : 0
  const text = raw.trim()
  const begins = line - text.split('\n').length + 1
  const further = `, and goes on to line ${line}`
  return unreadRecord(begins, `is no CSV: it may have been cut${begins < line ? further : ''}`, text)
}
