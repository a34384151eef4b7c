import type { Citizen } from '../citizens/index.ts'
import { type Letter, type LetterNeeds, postLetter } from '../mail/index.ts'
import { PATHS } from '../pages/index.ts'
import { plusSeconds } from '../platform/clock.ts'

/** How long it is useful to tell a citizen about a passkey, an app or codes. */
const LETTER_LIFETIME_SECONDS = 3 * 24 * 60 * 60

/** What a letter tells about one passkey or app, about the codes, or about all of them. */
type ProofNews =
  | 'passkey-added'
  | 'passkey-removed'
  | 'passkey-renamed'
  | 'operator-removed-passkeys'
  | 'authenticator-added'
  | 'authenticator-removed'
  | 'authenticator-renamed'
  | 'recovery-codes-made'
  | 'recovery-code-spent'
  | 'operator-removed-codes'

/** Tells a citizen what changed, in the transaction of the change. */
export function writeProofLetter(needs: LetterNeeds, kind: ProofNews, citizen: Citizen): Promise<void> {
  return postProofLetter(needs, citizen, { kind, at: needs.clock.now() })
}

type OfProofs = Extract<
  Letter,
  { kind: ProofNews | 'young-passkeys-removed' | 'young-apps-removed' | 'wrong-codes' }
>
type WithoutAddress<Kind> = Kind extends OfProofs ? Omit<Kind, 'recoverAddress'> : never

/** Posts a letter about what signs in beside the password, which leads to the page for a new password. */
export async function postProofLetter(
  needs: LetterNeeds,
  { fullName: name, email: address, language }: Citizen,
  news: WithoutAddress<OfProofs>,
): Promise<void> {
  const letter = { ...news, recoverAddress: `${needs.baseUrl}${PATHS.recover}` }
  const expiresAt = plusSeconds(needs.clock.now(), LETTER_LIFETIME_SECONDS)
  await postLetter(needs, letter, { to: { name, address }, language, expiresAt })
}
