import { NEEDS_PARAMETERS } from './from/firebase.ts'
import type { Convert } from './from/given.ts'
import { type GivenRecord, placeOf } from './record.ts'

const WITHOUT_PARAMETERS =
  'has a hash of Firebase, which needs the parameters of the project: --firebase-hashes'

/** The records by our own names. Those that are about no person are left out. */
export async function* convertedRecords(
  records: AsyncIterable<GivenRecord>,
  convert: Convert,
): AsyncGenerator<GivenRecord> {
  for await (const record of records) {
    if (!record.fields) {
      yield record
      continue
    }
    const fields = convert(Object.fromEntries(record.fields))
    if (fields?.['password_hash'] === NEEDS_PARAMETERS)
      yield { ...record, problem: { says: WITHOUT_PARAMETERS, text: '' } }
    else if (fields) yield { ...placeOf(record), fields: new Map(Object.entries(fields)) }
  }
}
