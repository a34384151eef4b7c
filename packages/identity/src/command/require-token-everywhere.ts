import type { Config } from '../config.ts'
import { counted } from '../platform/counted.ts'
import type { Basics } from '../platform/foundation.ts'
import { toldOf } from '../platform/setting-in-force.ts'
import { HEADS } from '../room-heads.ts'
import { type ActCall, CommandRefused } from './command.ts'

/**
 * A process that does not use the token cannot sign with a key in it. Throws CommandRefused where such a process runs and the next key would be in the token,
 * unless `--yes` has answered. One that has not said for three minutes that it runs is not counted.
 */
export async function requireTokenEverywhere(
  { given }: Pick<ActCall, 'given'>,
  { keyTokenSettings: token }: Pick<Config, 'keyTokenSettings'>,
  needs: Pick<Basics, 'db'>,
): Promise<void> {
  if (!token || given.flag('in-database') || given.flag('yes')) return
  const setting = { name: 'PORTICO_PKCS11_TOKEN', value: toldOf(token.label) }
  const without = await Promise.all(
    Object.values(HEADS).map(({ runsWithout }) => runsWithout?.(needs, setting) ?? []),
  )
  const places = without.flat()
  if (places.length === 0) return
  const who = counted(places.length, 'process of the service does', 'processes of the service do')
  throw new CommandRefused(
    `Nothing was changed, because ${who} not use the token ${token.label}, and could not sign with a key in it: ${places.join(', ')}. Set PORTICO_PKCS11_MODULE, PORTICO_PKCS11_TOKEN and PORTICO_PKCS11_PIN for every process first and start it again, or say --yes.`,
  )
}
