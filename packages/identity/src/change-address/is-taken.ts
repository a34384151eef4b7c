import { type Citizen, findHolderOfEmail } from '../citizens/index.ts'
import type { Foundation } from '../platform/foundation.ts'

/** Whether a citizen cannot get this address: an account has it, or it is reserved for another one. */
export async function isTaken(
  { db, clock }: Pick<Foundation, 'db' | 'clock'>,
  { citizenId, email: current }: Citizen,
  email: string,
): Promise<boolean> {
  const holderId = await findHolderOfEmail(db, email, clock.now())
  return email === current || (holderId ?? citizenId) !== citizenId
}
