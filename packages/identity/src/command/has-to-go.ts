import type { WhyNothing } from '../moments/index.ts'
import type { Belonging } from '../platform/room/holds.ts'
import { HEADS } from '../room-heads.ts'

/** Says this where a citizen has nothing that goes by such an act. It counts until it finds something. */
export function unlessHas<Name extends string>(
  goesBy: NonNullable<Belonging['goesBy']>,
  says: Name,
): WhyNothing<Name> {
  return async (needs, { citizenId, email }) => {
    for (const { count } of await belongingsThat(goesBy))
      if ((await count({ ...needs, email }, citizenId)) > 0) return undefined
    return says
  }
}

async function belongingsThat(goesBy: Belonging['goesBy']): Promise<readonly Belonging[]> {
  const held = await Promise.all(Object.values(HEADS).map(({ holds }) => holds?.() ?? []))
  return held.flat().flatMap((one) => ('count' in one && one.goesBy === goesBy ? [one] : []))
}
