import type { SignedIn } from '../access/index.ts'
import { lockCitizen } from '../citizens/index.ts'
import type { WakesMail } from '../mail/index.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type Result, refused } from '../platform/result.ts'

/**
 * Acts for a signed-in citizen in one transaction, which locks the citizen first: `act` gets the citizen as locked. Nothing happens where all
 * access has ended since the page was shown: of several requests at once that end it, one acts. The letters are sent after the commit.
 */
export async function actSignedIn<Needs extends WakesMail & { readonly db: Database }, Done, Refusal>(
  needs: Needs,
  { session }: SignedIn,
  act: (needs: Needs, signedIn: SignedIn) => Promise<Result<Done, Refusal>>,
): Promise<Result<Done, Refusal | 'signed-out'>> {
  const acted = await needs.db.transaction(async (tx): Promise<Result<Done, Refusal | 'signed-out'>> => {
    const citizen = await lockCitizen(tx, session.citizenId)
    const isOpen = citizen?.standing === 'active' && citizen.securityVersion === session.securityVersion
    return isOpen ? act({ ...needs, db: tx }, { citizen, session }) : refused('signed-out')
  })
  if (acted.ok) needs.mail.wake()
  return acted
}
