import { csvRecords } from './csv-records.ts'
import { jsonRecords } from './json-records.ts'
import type { GivenRecord } from './record.ts'

/** Records of a file: JSON lines where it begins with `{`, and CSV otherwise. */
export async function* readRecords(chunks: AsyncIterable<Buffer | string>): AsyncGenerator<GivenRecord> {
  const bytes = asBytes(chunks)
  const first = await bytes.next()
  if (first.done === true) return
  const whole = startingWith(first.value, bytes)
  const isJson = first.value.toString('utf8').replace('\ufeff', '').trimStart().startsWith('{')
  yield* isJson ? jsonRecords(whole) : csvRecords(whole)
}

async function* asBytes(chunks: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer, undefined> {
  for await (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
  return undefined
}

async function* startingWith(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}
