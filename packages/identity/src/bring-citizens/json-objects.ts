import { MOST_LINE_BYTES, TOO_LONG } from './read-lines.ts'
import { type GivenRecord, MOST_KEPT_CHARACTERS, recordWith, unreadRecord } from './record.ts'
import { NO_UTF8, textOfBytes } from './utf8.ts'

const [QUOTE, BACKSLASH, NEWLINE] = [0x22, 0x5c, 0x0a]
const [OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d]

/** The list of an object that has the records, in the exports of Keycloak and of Firebase. */
const USERS = 'users'

/** No longer name of the document is remembered. */
const MOST_NAME_BYTES = 100

/** Where the reading is. */
interface Place {
  line: number
  /** The brackets that are open. */
  open: string
  isInText: boolean
  isEscaped: boolean
  /** The last text of the document itself: at a list, its name. */
  name: number[]
  /** The bytes of the record that is read, where one is. */
  kept: number[] | undefined
  keptFrom: number
  /** How many records have begun. */
  begun: number
  isTooLong: boolean
}

/**
 * Records of one JSON document that is a list of objects, or an object with a list of users: an export of Keycloak, Firebase or Django. It is
 * read byte by byte and never as a whole, so memory does not grow with it.
 */
export async function* jsonObjects(chunks: AsyncIterable<Buffer>): AsyncGenerator<GivenRecord> {
  const at: Place = {
    ...{ line: 1, open: '', isInText: false, isEscaped: false, name: [] },
    ...{ kept: undefined, keptFrom: 1, begun: 0, isTooLong: false },
  }
  for await (const chunk of chunks) yield* recordsIn(at, chunk)
  if (at.open !== '')
    yield unreadRecord({ line: at.line }, 'is the end of a file that was cut', textOf(at.kept))
}

function* recordsIn(at: Place, chunk: Buffer): Generator<GivenRecord> {
  for (const byte of chunk) {
    if (byte === NEWLINE) at.line += 1
    const record = at.isInText ? goOnInText(at, byte) : goOn(at, byte)
    if (record) yield record
  }
}

/** Whether the list that is open has records: one that is the whole document, or the users of its object. */
function isInRecords({ open, name }: Place): boolean {
  return open === '[' || (open === '{[' && Buffer.from(name).toString() === USERS)
}

function goOnInText(at: Place, byte: number): undefined {
  keep(at, byte)
  if (at.isEscaped) at.isEscaped = false
  else if (byte === BACKSLASH) at.isEscaped = true
  else if (byte === QUOTE) at.isInText = false
  if (at.isInText && at.open === '{' && at.name.length < MOST_NAME_BYTES) at.name.push(byte)
  return undefined
}

function goOn(at: Place, byte: number): GivenRecord | undefined {
  if (byte === OPEN && !at.kept && isInRecords(at)) {
    ;[at.kept, at.keptFrom, at.isTooLong] = [[], at.line, false]
    at.begun += 1
  }
  keep(at, byte)
  if (byte === QUOTE) beginText(at)
  else if (byte === OPEN || byte === OPEN_LIST) at.open += String.fromCharCode(byte)
  else if (byte === CLOSE || byte === CLOSE_LIST) return close(at)
  return undefined
}

function beginText(at: Place): void {
  at.isInText = true
  if (at.open === '{') at.name = []
}

function close(at: Place): GivenRecord | undefined {
  at.open = at.open.slice(0, -1)
  return at.kept && isInRecords(at) ? finished(at) : undefined
}

function keep(at: Place, byte: number): void {
  if (!at.kept) return
  if (at.kept.length < MOST_LINE_BYTES) at.kept.push(byte)
  else at.isTooLong = true
}

function finished(at: Place): GivenRecord {
  const { kept, keptFrom: line, begun: record, isTooLong } = at
  const place = { line, record }
  at.kept = undefined
  const bytes = Buffer.from(kept ?? [])
  if (isTooLong)
    return unreadRecord(place, TOO_LONG, bytes.subarray(0, MOST_KEPT_CHARACTERS).toString('utf8'))
  const text = textOfBytes(bytes)
  if (text === undefined) return unreadRecord(place, NO_UTF8, bytes.toString('latin1'))
  try {
    const value: unknown = JSON.parse(text)
    return recordWith(place, Object(value), text)
  } catch {
    return unreadRecord(place, 'is no JSON object', text)
  }
}

function textOf(kept: readonly number[] = []): string {
  return Buffer.from(kept).toString('utf8')
}
