import { appendEvent, type OrderedByOperator } from '../audit/index.ts'
import { lockCitizen } from '../citizens/index.ts'
import { type LetterNeeds, postNews } from '../mail/index.ts'
import { PATHS } from '../pages/index.ts'
import { findStories } from './invite-store.ts'
import { INVITATION } from './letters.ts'
import { type Invited, needOf } from './who-is-invited.ts'

/** Who is invited, and what the letter calls the other system. */
export interface InviteOrder extends Invited {
  readonly movedFrom: string | undefined
}

/**
 * Invites one citizen: the letter and its event are one transaction, and the account is locked. So nobody is invited twice, or after they came. False where the citizen
 * is not to be invited any more.
 */
export function inviteCitizen(
  needs: LetterNeeds & OrderedByOperator,
  citizenId: string,
  order: InviteOrder,
): Promise<boolean> {
  return needs.db.transaction(async (db) => {
    const citizen = await lockCitizen(db, citizenId)
    if (!citizen) return false
    const password = citizen.passwordHash === '' ? 'none' : 'brought'
    const story = (await findStories(db, [citizenId])).get(citizenId)
    if (needOf({ standing: citizen.standing, password }, story, order) !== 'due') return false
    const keepsPassword = password === 'brought'
    const address = needs.baseUrl + (keepsPassword ? PATHS.login : PATHS.recover)
    await postNews({ ...needs, db }, citizen, INVITATION, {
      keepsPassword,
      address,
      movedFrom: order.movedFrom,
    })
    await appendEvent(
      { ...needs, db },
      { name: 'citizen-invited', origin: needs.by, citizenId, details: { password } },
    )
    return true
  })
}
