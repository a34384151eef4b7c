import { Readable } from 'node:stream'
import { type CsvError, parse } from 'csv-parse'
import { MOST_LINE_BYTES } from './read-lines.ts'
import { type GivenRecord, unreadRecord } from './record.ts'
import { NO_UTF8 } from './utf8.ts'

/** Whatever a file contains, each of its rows is text. */
type Row = readonly string[]

/** A row with the lines that were read until it ended. */
interface Parsed {
  readonly info: { readonly lines: number }
  readonly record: Row
}

/** What the decoder of the parser writes for bytes that are not UTF-8. */
const REPLACED = '\ufffd'

/**
 * Records of CSV (RFC 4180), whose first line names the fields. Empty values say nothing. A row that cannot be read is a record without
 * fields, and the next one is read.
 */
export async function* csvRecords(chunks: AsyncIterable<Buffer>): AsyncGenerator<GivenRecord> {
  const unread: GivenRecord[] = []
  const parser = Readable.from(chunks).compose(
    parse({
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MOST_LINE_BYTES,
      skip_records_with_error: true,
      on_skip: (error) => void unread.push(skippedRecord(error)),
    }),
  )
  let names: Row | undefined
  for await (const row of parser) {
    const { info, record }: Parsed = row
    yield* unread.splice(0)
    if (names) yield recordOf(info.lines, names, record)
    names ??= record.map((name) => name.trim())
  }
  yield* unread
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

function skippedRecord(error: CsvError | undefined): GivenRecord {
  const line = typeof error?.['lines'] === 'number' ? error['lines'] : 0
  const isLong = error?.code === 'CSV_MAX_RECORD_SIZE'
  const says = isLong ? `is longer than ${MOST_LINE_BYTES} bytes` : 'is no CSV: it may have been cut'
  return unreadRecord(line, says)
}
