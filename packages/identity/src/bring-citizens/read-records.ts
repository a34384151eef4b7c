import { csvRecords, type RequireNames } from './csv-records.ts'
import { jsonObjects } from './json-objects.ts'
import { jsonRecords } from './json-records.ts'
import type { GivenRecord } from './record.ts'

/** A document whose list of users begins after its first bracket, or on a later line: no line of it is a record. */
const DOCUMENT = /^(?:\[|\{\s*\n|\{\s*"users"\s*:\s*\[)/

/**
 * Records of a file: a document of JSON where it is a list or begins with its list of users, or `isDocument` says so; JSON lines where it
 * begins with `{`; and CSV otherwise.
 */
export async function* readRecords(
  chunks: AsyncIterable<Buffer | string>,
  { isDocument, requireNames }: { readonly isDocument: boolean; readonly requireNames: RequireNames },
): AsyncGenerator<GivenRecord> {
  const bytes = asBytes(chunks)
  const first = await bytes.next()
  if (first.done === true) return
  const whole = startingWith(first.value, bytes)
  const text = first.value.toString('utf8').replace('\ufeff', '').trimStart()
  if (isDocument || DOCUMENT.test(text)) yield* jsonObjects(whole)
  else yield* text.startsWith('{') ? jsonRecords(whole) : csvRecords(whole, requireNames)
}

async function* asBytes(chunks: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer, undefined> {
  for await (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
  return undefined
}

async function* startingWith(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}
