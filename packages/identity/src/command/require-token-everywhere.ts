import { type Instance, listInstances, placeOf } from '../instances/index.ts'
import type { KeyTokenSettings } from '../platform/key-token.ts'
import type { Database } from '../platform/postgres/database.ts'
import { toldOf } from '../platform/setting-in-force.ts'
import { CommandRefused } from './command.ts'

/**
 * A process that does not know the token cannot sign with a key in it. Throws CommandRefused where such a process runs. One that has not said for three
 * minutes that it runs is not counted.
 */
export async function requireTokenEverywhere(
  db: Database,
  { label }: Pick<KeyTokenSettings, 'label'>,
): Promise<void> {
  const without = (await listInstances(db)).filter((one) => labelOf(one) !== toldOf(label))
  if (without.length === 0) return
  const who =
    without.length === 1 ? '1 process of the service does' : `${without.length} processes of the service do`
  throw new CommandRefused(
    `Nothing was changed, because ${who} not use the token ${label}, and could not sign with a key in it: ${without.map(placeOf).join(', ')}. Set PORTICO_PKCS11_MODULE, PORTICO_PKCS11_TOKEN and PORTICO_PKCS11_PIN for every process first and start it again, or say --yes.`,
  )
}

function labelOf({ settings }: Instance): string | null | undefined {
  return settings.find(({ name }) => name === 'PORTICO_PKCS11_TOKEN')?.value
}
