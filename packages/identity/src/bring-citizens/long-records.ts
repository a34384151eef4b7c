import { MOST_LINE_BYTES } from './read-lines.ts'
import { MOST_KEPT_CHARACTERS } from './record.ts'

/** A record of CSV that is longer than one may be, and is not read. */
export interface LongRecord {
  /** The lines where it begins and ends, from 1 on. */
  readonly line: number
  readonly lastLine: number
  readonly beginning: string
}

const [QUOTE, COMMA, NEWLINE] = [0x22, 0x2c, 0x0a]
const MARK = Buffer.from('\ufeff')

/** Where the reading of quotation marks is (RFC 4180). `closing`: a mark within one, which the next sign makes its end or a sign of it. */
type Quoting = 'at-start' | 'plain' | 'quoted' | 'closing'

/** The record that is read. */
interface Begun {
  quoting: Quoting
  /** What earlier chunks have of it; nothing from the limit on. */
  held: Buffer[]
  heldBytes: number
  beginning: Buffer
  line: number
  newlines: number
}

/**
 * The bytes of CSV, whose lines end with `\n`, without the records that are too long, which are told. A quotation mark that is not closed makes one of all that follows: it
 * needs no memory. The line ends of such a record stay, so that later records keep their lines.
 */
export async function* withoutLongRecords(
  chunks: AsyncIterable<Buffer>,
  tell: (record: LongRecord) => void,
): AsyncGenerator<Buffer> {
  const begun: Begun = { line: 1, ...NOTHING }
  let isFirst = true
  for await (const chunk of chunks) {
    const isMarked = isFirst && chunk.subarray(0, MARK.length).equals(MARK)
    isFirst = false
    yield* piecesOf(isMarked ? chunk.subarray(MARK.length) : chunk, begun, tell)
  }
  yield* finish(begun, tell)
}

const NOTHING = {
  ...{ quoting: 'at-start', held: [], heldBytes: 0 },
  ...{ beginning: Buffer.alloc(0), newlines: 0 },
} satisfies Omit<Begun, 'line'>

function* piecesOf(chunk: Buffer, begun: Begun, tell: (record: LongRecord) => void): Generator<Buffer> {
  let [from, start] = [0, 0]
  for (let end = 1; end <= chunk.length; end += 1) {
    if (!isEnd(begun, chunk[end - 1])) continue
    const isLong = begun.heldBytes + end - start > MOST_LINE_BYTES
    if (isLong) {
      yield chunk.subarray(from, start)
      hold(begun, chunk.subarray(start, end))
      from = end
    }
    yield* finish(begun, tell)
    start = end
  }
  yield chunk.subarray(from, start)
  hold(begun, chunk.subarray(start))
}

/** Whether a record ends with this byte. */
function isEnd(begun: Begun, byte: number | undefined): boolean {
  if (byte === NEWLINE) begun.newlines += 1
  begun.quoting = nextQuoting(begun.quoting, byte)
  return begun.quoting === 'at-start' && byte !== COMMA
}

function nextQuoting(quoting: Quoting, byte: number | undefined): Quoting {
  if (quoting === 'quoted') return byte === QUOTE ? 'closing' : 'quoted'
  if (byte === COMMA || byte === NEWLINE) return 'at-start'
  if (quoting === 'closing') return 'quoted'
  return quoting === 'at-start' && byte === QUOTE ? 'quoted' : 'plain'
}

function hold(begun: Begun, piece: Buffer): void {
  if (begun.beginning.length < MOST_KEPT_CHARACTERS)
    begun.beginning = Buffer.concat([begun.beginning, piece.subarray(0, MOST_KEPT_CHARACTERS)])
  begun.heldBytes += piece.length
  if (begun.heldBytes > MOST_LINE_BYTES) begun.held = []
  else begun.held = [...begun.held, piece]
}

/** Hands on what earlier chunks have of a record that ends, or its line ends where it is too long. */
function* finish(begun: Begun, tell: (record: LongRecord) => void): Generator<Buffer> {
  const { held, heldBytes, beginning, line, newlines } = begun
  Object.assign(begun, NOTHING, { line: line + newlines })
  yield* held
  if (heldBytes <= MOST_LINE_BYTES) return
  yield Buffer.alloc(newlines, NEWLINE)
  tell({ line, lastLine: line + Math.max(newlines - 1, 0), beginning: beginning.toString('utf8') })
}
