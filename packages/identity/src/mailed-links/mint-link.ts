import type { LinkKind } from '../pages/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import { mintToken, type TokenKey } from '../platform/opaque-token.ts'
import { Secret } from '../platform/secret.ts'
import { LINK_KINDS } from './link-kinds.ts'
import type { LinkTimes } from './link-store.ts'

/** A new link: its address for the letter, the other fields for the table. */
export interface MintedLink extends TokenKey, LinkTimes {
  readonly address: Secret
}

/** Makes a link of this kind for a citizen id. */
export function mintLink(
  { clock, random, baseUrl }: Pick<Basics, 'clock' | 'random'> & { readonly baseUrl: string },
  kind: LinkKind,
  citizenId: string,
): MintedLink {
  const { token, path, lifetimeSeconds } = LINK_KINDS[kind]
  const createdAt = clock.now()
  const { value, hash } = mintToken(random, token, citizenId)
  const address = new Secret(`${baseUrl}${path}?link=${value.reveal()}`)
  return { citizenId, hash, address, createdAt, expiresAt: plusSeconds(createdAt, lifetimeSeconds) }
}
