import { readLines, TOO_LONG } from './read-lines.ts'
import { type GivenRecord, type RecordPlace, recordWith, unreadRecord } from './record.ts'
import { NO_UTF8, textOfBytes } from './utf8.ts'

const FIRST_TOO_LONG = `${TOO_LONG}: where the whole file is one document, say whose it is with --from`

/** Records of JSON lines: one object in each line. Empty lines count and say nothing. */
export async function* jsonRecords(chunks: AsyncIterable<Buffer>): AsyncGenerator<GivenRecord> {
  for await (const { number: line, bytes, isTooLong } of readLines(chunks)) {
    if (isTooLong) {
      yield unreadRecord({ line }, line === 1 ? FIRST_TOO_LONG : TOO_LONG, bytes.toString('utf8'))
      continue
    }
    const text = textOfBytes(line === 1 ? withoutMark(bytes) : bytes)
    if (text?.trim() === '') continue
    yield text === undefined
      ? unreadRecord({ line }, NO_UTF8, bytes.toString('latin1'))
      : recordOf({ line }, text)
  }
}

function recordOf(at: RecordPlace, text: string): GivenRecord {
  const value = parsedObject(text)
  return value
    ? recordWith(at, value, text)
    : unreadRecord(at, 'is no JSON object: it may have been cut', text)
}

const MARK = Buffer.from('\ufeff')

/** Some editors put a mark before UTF-8. */
export function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, MARK.length).equals(MARK) ? bytes.subarray(MARK.length) : bytes
}

/** The object that a line of JSON is. Undefined for anything else. */
export function parsedObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
