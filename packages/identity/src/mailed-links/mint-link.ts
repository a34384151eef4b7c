import { plusSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import { mintToken, type TokenKey } from '../platform/opaque-token.ts'
import { Secret } from '../platform/secret.ts'
import { type CodeNeeds, mintCode } from './code.ts'
import type { LinkRules } from './link-kinds.ts'
import type { LinkCodeHash, LinkTimes } from './link-store.ts'

/** A new link: its address for the letter, the other fields for the table. */
export interface MintedLink extends TokenKey, LinkTimes, LinkCodeHash {
  readonly address: Secret
  /** Nothing where the mail has no code. */
  readonly code: Secret | undefined
}

/** The code of a new link: none, one in the mail, or one that nobody gets, made with the same steps. */
export type LinkCode = 'none' | 'mailed' | 'unmailed'

const NO_CODE = { code: undefined, codeHash: null }

/** Makes a link of this kind for a citizen id. */
export function mintLink(
  needs: Pick<Basics, 'clock'> & CodeNeeds & { readonly baseUrl: string },
  { token, path, lifetimeSeconds }: Pick<LinkRules, 'token' | 'path' | 'lifetimeSeconds'>,
  citizenId: string,
  code: LinkCode,
): MintedLink {
  const { clock, random, baseUrl } = needs
  const createdAt = clock.now()
  const { value, hash } = mintToken(random, token, citizenId)
  const address = new Secret(`${baseUrl}${path}?link=${value.reveal()}`)
  const minted = code === 'none' ? NO_CODE : mintCode(needs, { citizenId, hash }, code)
  const expiresAt = plusSeconds(createdAt, lifetimeSeconds)
  return { citizenId, hash, address, createdAt, expiresAt, ...minted }
}
