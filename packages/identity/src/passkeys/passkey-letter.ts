import type { Citizen } from '../citizens/index.ts'
import { type Letter, type PostNeeds, postLetter } from '../mail/index.ts'
import { PATHS } from '../pages/index.ts'
import { plusSeconds } from '../platform/clock.ts'

/** How long it is useful to tell a citizen about a changed passkey. */
const LETTER_LIFETIME_SECONDS = 3 * 24 * 60 * 60

/** What a letter about passkeys needs: the open transaction, the keys, and where the service is. */
export type LetterNeeds = PostNeeds & { readonly baseUrl: string }

/** What a letter tells about one passkey, or all of them. */
type PasskeyNews = 'passkey-added' | 'passkey-removed' | 'passkey-renamed' | 'operator-removed-passkeys'

/** Tells a citizen what changed, in the transaction of the change. */
export function writePasskeyLetter(needs: LetterNeeds, kind: PasskeyNews, citizen: Citizen): Promise<void> {
  return postPasskeyLetter(needs, citizen, { kind, at: needs.clock.now() })
}

type OfPasskeys = Extract<Letter, { kind: PasskeyNews | 'young-passkeys-removed' }>
type WithoutAddress<Kind> = Kind extends OfPasskeys ? Omit<Kind, 'recoverAddress'> : never

/** Posts a letter about passkeys, which leads to the page for a new password. */
export async function postPasskeyLetter(
  needs: LetterNeeds,
  { fullName: name, email: address, language }: Citizen,
  news: WithoutAddress<OfPasskeys>,
): Promise<void> {
  const letter = { ...news, recoverAddress: `${needs.baseUrl}${PATHS.recover}` }
  const expiresAt = plusSeconds(needs.clock.now(), LETTER_LIFETIME_SECONDS)
  await postLetter(needs, letter, { to: { name, address }, language, expiresAt })
}
