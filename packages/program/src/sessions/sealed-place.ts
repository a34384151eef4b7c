import type { RevocationOrigin } from '../store/index.ts'

/** What central tokens are sealed for: they open for the row that they were written to, wherever they are kept since. */
export function placeOf({ kind, id }: RevocationOrigin): string {
  const places: Record<RevocationOrigin['kind'], string> = {
    session: `sessions|${id}|central`,
    handoff: `handoffs|${id}|sealed`,
    revocation: `revocations|${id}|sealed`,
  }
  return places[kind]
}
