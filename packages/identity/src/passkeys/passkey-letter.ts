import type { Citizen } from '../citizens/index.ts'
import { type PostNeeds, postLetter } from '../mail/index.ts'
import { PATHS } from '../pages/index.ts'
import { plusSeconds } from '../platform/clock.ts'

/** How long it is useful to tell a citizen about a changed passkey. */
const LETTER_LIFETIME_SECONDS = 3 * 24 * 60 * 60

/** Tells a citizen that a passkey was added or removed, in the transaction of the change. */
export async function writePasskeyLetter(
  needs: PostNeeds & { readonly baseUrl: string },
  kind: 'passkey-added' | 'passkey-removed',
  citizen: Citizen,
): Promise<void> {
  const at = needs.clock.now()
  const letter = { kind, at, recoverAddress: `${needs.baseUrl}${PATHS.recover}` }
  const to = { name: citizen.fullName, address: citizen.email }
  const { language } = citizen
  await postLetter(needs, letter, { to, language, expiresAt: plusSeconds(at, LETTER_LIFETIME_SECONDS) })
}
