import type { RevocationOrigin } from '../store/index.ts'

/**
 * The additional data (AAD) with which central tokens are encrypted. They decrypt only with the name of the row that
 * they were encrypted for.
 */
export function placeOf({ kind, id }: RevocationOrigin): string {
  const places: Record<RevocationOrigin['kind'], string> = {
    session: `sessions|${id}|central`,
    handoff: `handoffs|${id}|sealed`,
    revocation: `revocations|${id}|sealed`,
  }
  return places[kind]
}
