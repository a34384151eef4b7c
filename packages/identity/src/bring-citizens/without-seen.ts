import type { BroughtLine } from './bring-batch.ts'
import type { SeenKeys } from './import-store.ts'
import { placeOf } from './record.ts'
import type { Tally } from './tally.ts'

/** Where the keys of the lines before are, and what counts. */
interface SeenNeeds {
  readonly seen: SeenKeys
  readonly tally: Pick<Tally, 'reject'>
}

/** Rejects the lines that have the address or the subject of an earlier line of the file: nobody can know which of them is right. Returns the others. */
export async function withoutSeen(
  lines: readonly BroughtLine[],
  { seen, tally }: SeenNeeds,
): Promise<readonly BroughtLine[]> {
  const fresh = await seen.add(lines.flatMap(({ citizen: { email, subject = email } }) => [email, subject]))
  return lines.filter((one) => {
    const { email, subject } = one.citizen
    const isFirstAddress = fresh.delete(email)
    const isFirstSubject = subject === undefined || fresh.delete(subject)
    const isFirst = isFirstAddress && isFirstSubject
    if (!isFirst)
      tally.reject({
        ...placeOf(one),
        fields: one.fields,
        says: `has the ${isFirstAddress ? 'subject' : 'address'} of an earlier line`,
      })
    return isFirst
  })
}
