import { MOST_KEPT_CHARACTERS } from './record.ts'

/** A line of a file, without its end. Of one that is longer than a line may be, only the beginning. */
export interface FileLine {
  /** From 1 on. */
  readonly number: number
  readonly bytes: Buffer
  readonly isTooLong: boolean
}

/** No citizen needs a longer line. */
export const MOST_LINE_BYTES = 1024 * 1024

/** What is wrong with one. */
export const TOO_LONG = `is longer than ${MOST_LINE_BYTES} bytes`

const NEWLINE = 10
const CARRIAGE_RETURN = 13

/** The lines of a file. One that is too long is read and forgotten as it comes: it needs no memory. */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<FileLine> {
  let [number, kept, keptBytes, isTooLong]: [number, Buffer[], number, boolean] = [1, [], 0, false]
  const line = (): FileLine => {
    const read = { number, bytes: withoutReturn(Buffer.concat(kept)), isTooLong }
    ;[kept, keptBytes, isTooLong] = [[], 0, false]
    return read
  }
  const keep = (piece: Buffer) => {
    keptBytes += piece.length
    if (!isTooLong) kept.push(piece)
    isTooLong ||= keptBytes > MOST_LINE_BYTES
    if (isTooLong) kept = [Buffer.concat(kept).subarray(0, MOST_KEPT_CHARACTERS)]
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      keep(chunk.subarray(from, end))
      yield line()
      number += 1
      from = end + 1
    }
    keep(chunk.subarray(from))
  }
  if (keptBytes > 0) yield line()
}

function withoutReturn(bytes: Buffer): Buffer {
  return bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes
}
