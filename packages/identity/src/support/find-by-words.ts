import { callerOf, findByName, findByPhoneEnd, findCitizen, readPhoneEnd } from '../citizens/index.ts'
import { listClients, namesOf } from '../clients/index.ts'
import { withoutEdges } from '../platform/plain-text.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { FoundCaller } from './found-caller.ts'

/** A longer text is no name, and no question to the database. */
const MOST_CHARACTERS = 200

/** Finds the one account with a telephone number. Undefined where the text is none. */
export async function findByPhone(db: Database, typed: string): Promise<FoundCaller | undefined> {
  const end = readPhoneEnd(typed)
  if (end === undefined) return undefined
  return (await onlyAccount(db, await findByPhoneEnd(db, end))) ?? { as: 'nothing', caller: {} }
}

/** Finds the one program or the one account with a name. Undefined where there is none. */
export async function findNamed(db: Database, typed: string): Promise<FoundCaller | undefined> {
  const name = withoutEdges(typed).toLowerCase()
  if (name === '' || name.length > MOST_CHARACTERS) return undefined
  const clients = (await listClients(db)).filter((client) =>
    namesOf(client).some((one) => one.toLowerCase() === name),
  )
  const [program] = clients
  if (program)
    return clients.length === 1
      ? { as: 'program', caller: { clientId: program.clientId } }
      : { as: 'several', caller: {} }
  return onlyAccount(db, await findByName(db, name))
}

async function onlyAccount(
  db: Database,
  found: readonly { readonly citizenId: string }[],
): Promise<FoundCaller | undefined> {
  const [first] = found
  if (!first) return undefined
  if (found.length > 1) return { as: 'several', caller: {} }
  const citizen = await findCitizen(db, first.citizenId)
  if (!citizen) return undefined
  return { as: 'account', caller: callerOf(citizen), language: citizen.language }
}
