import type { Citizen } from '../citizens/index.ts'
import { type PostNeeds, postLetter } from '../mail/index.ts'
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
export async function writeCodeLetter(needs: LetterNeeds, kind: CodeNews, citizen: Citizen): Promise<void> {
  const at = needs.clock.now()
  const letter = { kind, at, recoverAddress: `${needs.baseUrl}${PATHS.recover}` }
  const to = { name: citizen.fullName, address: citizen.email }
  const { language } = citizen
  await postLetter(needs, letter, { to, language, expiresAt: plusSeconds(at, LETTER_LIFETIME_SECONDS) })
}
