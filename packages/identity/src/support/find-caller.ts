import { findCitizen, findForOperator, findHolderOfEmail, readEmail } from '../citizens/index.ts'
import { findClient } from '../clients/index.ts'
import type { Basics } from '../platform/foundation.ts'
import { withoutEdges } from '../platform/plain-text.ts'
import type { Caller } from '../platform/room/explains.ts'

/** Whom the supporter means, and how the service knows them. */
export interface FoundCaller {
  readonly caller: Caller
  /** `former-address`: the account had it, and can have it back. `address`: no account has it. `nothing`: it is no address, subject or program. */
  readonly as: 'account' | 'former-address' | 'address' | 'program' | 'nothing'
}

/** Finds whom a supporter means by an address, a subject or the id of a program. */
export async function findCaller(needs: Pick<Basics, 'db' | 'clock'>, who: string): Promise<FoundCaller> {
  const { db } = needs
  const citizen = await findForOperator(db, who)
  if (citizen) {
    const { citizenId, subject, email } = citizen
    return { as: 'account', caller: { citizenId, subject, ...(email !== '' && { email }) } }
  }
  const email = readEmail(who)
  if (email.ok) return findByFormerAddress(needs, email.value)
  const client = await findClient(db, withoutEdges(who))
  return client ? { as: 'program', caller: { clientId: client.clientId } } : { as: 'nothing', caller: {} }
}

async function findByFormerAddress(
  { db, clock }: Pick<Basics, 'db' | 'clock'>,
  email: string,
): Promise<FoundCaller> {
  const holderId = await findHolderOfEmail(db, email, clock.now())
  const holder = holderId === undefined ? undefined : await findCitizen(db, holderId)
  if (!holder) return { as: 'address', caller: { email } }
  const { citizenId, subject } = holder
  return { as: 'former-address', caller: { citizenId, subject, email } }
}
