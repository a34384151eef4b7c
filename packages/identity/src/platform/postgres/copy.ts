import type { Duplex } from 'node:stream'
import pg from 'pg'

/** What the driver calls when the statement is answered. */
export type CopyAnswer = (error: Error | undefined, result: pg.ResultBuilder) => void

interface Wire {
  readonly stream: Duplex
}

const CHUNK_BYTES = 256 * 1024
/** While one chunk is taken, one more is gathered. */
const MOST_WAITING = 2

/**
 * `COPY … TO STDOUT`, in chunks of many rows, which are valid while `take` works. While nobody takes one, nothing more is read, so
 * the server waits.
 */
export class CopyOut extends pg.Query {
  readonly #take: (chunk: Buffer) => Promise<void>
  #gathered: Buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  #bytes = 0
  /** Buffers are used again: to make them would cost as much as to fill them. */
  readonly #free: Buffer[] = []
  #waiting = 0
  #taken: Promise<void> = Promise.resolve()

  /** `take` never fails. */
  constructor(text: string, take: (chunk: Buffer) => Promise<void>, onAnswer: CopyAnswer) {
    super(text, onAnswer)
    this.#take = take
  }

  /** For the driver. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }, { stream }: Wire): void {
    if (this.#bytes + chunk.length > this.#gathered.length) this.#hand(stream, chunk.length)
    // A copy, because the driver writes into its buffer again.
    chunk.copy(this.#gathered, this.#bytes)
    this.#bytes += chunk.length
  }

  /** Hands over the rest. Ends when all is taken. */
  async finish(): Promise<void> {
    await this.#taken
    if (this.#bytes > 0) await this.#take(this.#gathered.subarray(0, this.#bytes))
  }

  #hand(stream: Duplex, nextBytes: number): void {
    const full = this.#gathered
    const chunk = full.subarray(0, this.#bytes)
    const free = this.#free.pop()
    this.#gathered =
      free && free.length >= nextBytes ? free : Buffer.allocUnsafe(Math.max(CHUNK_BYTES, nextBytes))
    this.#bytes = 0
    this.#waiting += 1
    if (this.#waiting >= MOST_WAITING) stream.pause()
    this.#taken = this.#taken
      .then(() => this.#take(chunk))
      .then(() => {
        this.#free.push(full)
        this.#waiting -= 1
        stream.resume()
      })
  }
}

const DATA = 'd'.charCodeAt(0)
const HEAD_BYTES = 5
const DONE = Buffer.from('c\0\0\0\u0004', 'latin1')
const FAIL = Buffer.from('f\0\0\0\u0005\0', 'latin1')

/** `COPY … FROM STDIN`. A chunk is made while the one before it is sent, and no further ones: those before are over. */
export class CopyIn extends pg.Query {
  readonly #chunks: AsyncIterable<Buffer>
  #isAnswered = false
  #sent: Promise<void> = Promise.resolve()

  constructor(text: string, chunks: AsyncIterable<Buffer>, onAnswer: CopyAnswer) {
    super(text, onAnswer)
    this.#chunks = chunks
  }

  /** For the driver. */
  handleCopyInResponse({ stream }: Wire): void {
    this.#sent = this.#send(stream)
    this.#sent.catch(() => undefined)
  }

  /** Sends no more. Fails as the chunks did. */
  finish(): Promise<void> {
    this.#isAnswered = true
    return this.#sent
  }

  async #send(stream: Duplex): Promise<void> {
    try {
      await this.#sendChunks(stream)
      stream.write(DONE)
    } catch (error) {
      stream.write(FAIL)
      throw error
    }
  }

  async #sendChunks(stream: Duplex): Promise<void> {
    let written: Promise<void> = Promise.resolve()
    for await (const chunk of this.#chunks) {
      await written
      if (this.#isAnswered) return
      written = writeChunk(stream, chunk)
    }
    await written
  }
}

/** Ends when it is sent, or the connection is lost. The driver tells of a loss. */
function writeChunk(stream: Duplex, chunk: Buffer): Promise<void> {
  const head = Buffer.allocUnsafe(HEAD_BYTES)
  head[0] = DATA
  head.writeUInt32BE(chunk.length + HEAD_BYTES - 1, 1)
  return new Promise((resolve) => {
    stream.cork()
    stream.write(head)
    stream.write(chunk, () => resolve())
    stream.uncork()
  })
}
