import type { Basics } from '../platform/foundation.ts'
import { isoInstant, type OwnData } from '../platform/own-data.ts'
import type { Events } from '../platform/room/event.ts'

/** The rooms' data by the name that it has in the file. */
export type OwnDataParts = readonly (readonly [name: string, read: OwnData])[]

/** The clock, and a database to read from. */
export type OwnCopyNeeds = Pick<Basics, 'db' | 'clock'> & {
  readonly ownData: OwnDataParts
  readonly events: Events
}

/** Raised when a field gets another meaning. New fields and parts may come at any time. */
const FORMAT = 'portico account data 1'

/** The file, in pieces: each part is an object, or a list of objects with one on each line. */
export async function* ownCopy(needs: OwnCopyNeeds, citizenId: string): AsyncGenerator<string> {
  const head = { format: FORMAT, made_at: isoInstant(needs.clock.now()) }
  yield JSON.stringify(head).slice(0, -1)
  for (const [name, read] of needs.ownData) {
    yield `,\n${JSON.stringify(name)}: `
    const told = read(needs, citizenId)
    if (Symbol.asyncIterator in told) yield* list(told)
    else yield JSON.stringify((await told) ?? null)
  }
  yield '\n}\n'
}

async function* list(items: AsyncIterable<object>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const item of items) {
    yield before + JSON.stringify(item)
    before = ',\n'
  }
  yield before === '[\n' ? '[]' : '\n]'
}
