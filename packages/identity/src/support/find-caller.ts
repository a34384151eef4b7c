import { callerOf, findCitizen, findForOperator, findHolderOfEmail, readEmail } from '../citizens/index.ts'
import { findClient } from '../clients/index.ts'
import type { AskNeeds } from '../moments/index.ts'
import type { Basics } from '../platform/foundation.ts'
import { withoutEdges } from '../platform/plain-text.ts'
import { findByReference } from './find-by-reference.ts'
import { findByPhone, findNamed } from './find-by-words.ts'
import type { FoundCaller } from './found-caller.ts'

/** The scripts in which a whole name has several words. */
const LETTERS = String.raw`\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}`
/** A word of letters, as a first name or a surname mostly is. */
const ONE_NAME = new RegExp(`^[${LETTERS}][${LETTERS}\\p{M}'’-]+$`, 'u')

/** Finds whom a supporter means by an address, a subject, the id or the name of a program, the reference number of a page, a telephone number or a name. */
export async function findCaller(needs: AskNeeds, who: string): Promise<FoundCaller> {
  const { db } = needs
  const citizen = await findForOperator(db, who)
  if (citizen) return { as: 'account', caller: callerOf(citizen), language: citizen.language }
  const email = readEmail(who)
  if (email.ok) return findByFormerAddress(needs, email.value)
  const word = withoutEdges(who)
  const client = await findClient(db, word)
  if (client) return { as: 'program', caller: { clientId: client.clientId } }
  return findOther(needs, word)
}

/** What is neither an address nor an id. */
async function findOther(needs: AskNeeds, word: string): Promise<FoundCaller> {
  const byPhone = await findByPhone(needs.db, word)
  if (byPhone) return byPhone
  const page = await findByReference(needs, word)
  if (page?.caller.citizenId !== undefined || page?.hasStory) return page
  const named = await findNamed(needs.db, word)
  if (named) return named
  const isOneName = ONE_NAME.test(word)
  if (page && (page.isRefusal || !isOneName)) return page
  return { as: 'nothing', caller: {}, isOneName, mayBeNumber: page !== undefined }
}

async function findByFormerAddress(
  { db, clock }: Pick<Basics, 'db' | 'clock'>,
  email: string,
): Promise<FoundCaller> {
  const holderId = await findHolderOfEmail(db, email, clock.now())
  const holder = holderId === undefined ? undefined : await findCitizen(db, holderId)
  if (!holder) return { as: 'address', caller: { email } }
  return { as: 'former-address', caller: { ...callerOf(holder), email }, language: holder.language }
}
