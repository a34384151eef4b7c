import type { Citizen } from '../citizens/index.ts'
import { type Letter, type PostNeeds, postLetter } from '../mail/index.ts'
import { PATHS } from '../pages/index.ts'
import { plusSeconds } from '../platform/clock.ts'

/** How long it is useful to tell a citizen about a change of the codes. */
const LETTER_LIFETIME_SECONDS = 3 * 24 * 60 * 60

/** What a letter about codes needs: the open transaction, the keys, and where the service is. */
export type LetterNeeds = PostNeeds & { readonly baseUrl: string }

/** What a letter tells about codes. */
export type CodeNews =
  | 'authenticator-added'
  | 'authenticator-removed'
  | 'recovery-codes-made'
  | 'recovery-code-spent'
  | 'authenticator-renamed'
  | 'operator-removed-codes'

/** Tells a citizen what changed, in the transaction of the change. */
export function writeCodeLetter(needs: LetterNeeds, kind: CodeNews, citizen: Citizen): Promise<void> {
  return postCodeLetter(needs, citizen, { kind, at: needs.clock.now() })
}

type OfCodes = Extract<Letter, { kind: CodeNews | 'young-apps-removed' }>
type WithoutAddress<Kind> = Kind extends OfCodes ? Omit<Kind, 'recoverAddress'> : never

/** Posts a letter about codes, which leads to the page for a new password. */
export async function postCodeLetter(
  needs: LetterNeeds,
  { fullName: name, email: address, language }: Citizen,
  news: WithoutAddress<OfCodes>,
): Promise<void> {
  const letter = { ...news, recoverAddress: `${needs.baseUrl}${PATHS.recover}` }
  const expiresAt = plusSeconds(needs.clock.now(), LETTER_LIFETIME_SECONDS)
  await postLetter(needs, letter, { to: { name, address }, language, expiresAt })
}
