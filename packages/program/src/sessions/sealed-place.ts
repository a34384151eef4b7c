import type { RevocationOrigin } from '../store/index.ts'

/**
 * The additional data (AAD) with which central tokens are encrypted. They decrypt only with the key of the row that
 * they were written for.
 */
export function placeOf({ kind, id }: RevocationOrigin): string {
  const places: Record<RevocationOrigin['kind'], string> = {
    session: `sessions|${id}|central`,
    handoff: `handoffs|${id}|sealed`,
    revocation: `revocations|${id}|sealed`,
  }
  return places[kind]
}
