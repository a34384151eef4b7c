/** A line of a file, without its end. `bytes` is nothing where it is longer than a line may be. */
export interface FileLine {
  /** From 1 on. */
  readonly number: number
  readonly bytes: Buffer | undefined
}

/** No citizen needs a longer line. */
export const MOST_LINE_BYTES = 1024 * 1024

const NEWLINE = 10
const CARRIAGE_RETURN = 13

/** The lines of a file. One that is too long is read and forgotten as it comes: it needs no memory. */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<FileLine> {
  let [number, kept, keptBytes, isTooLong]: [number, Buffer[], number, boolean] = [1, [], 0, false]
  const line = (): FileLine => {
    const bytes = isTooLong ? undefined : withoutReturn(Buffer.concat(kept))
    ;[kept, keptBytes, isTooLong] = [[], 0, false]
    return { number, bytes }
  }
  const keep = (piece: Buffer) => {
    keptBytes += piece.length
    isTooLong ||= keptBytes > MOST_LINE_BYTES
    if (isTooLong) kept = []
    else kept.push(piece)
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
