import { type Config, ownEnvironment } from './config.ts'
import type { KeyToken } from './platform/key-token.ts'
import type { Log } from './platform/log.ts'
import type { Random } from './platform/random.ts'
import { HEADS } from './room-heads.ts'

/** Opens the token that keeps the signing keys, where the settings name one. It is to be closed. */
export async function openKeyTokenOf(
  { keyTokenSettings }: Pick<Config, 'keyTokenSettings'>,
  needs: { readonly log: Pick<Log, 'error'>; readonly random: Random },
): Promise<KeyToken | undefined> {
  if (!keyTokenSettings) return undefined
  const [opener] = Object.values(HEADS).flatMap(({ keyToken }) => keyToken ?? [])
  const open = await opener?.()
  return open?.(keyTokenSettings, { ...needs, environment: ownEnvironment() })
}
