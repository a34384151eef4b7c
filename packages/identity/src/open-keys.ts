import type { Config } from './config.ts'
import type { Metrics } from './metrics/index.ts'
import { type OpenDatabase, openKeyring } from './open-database.ts'
import { openKeyTokenOf } from './open-key-token.ts'
import type { Foundation } from './platform/foundation.ts'
import type { Log } from './platform/log.ts'

interface KeyNeeds {
  readonly base: OpenDatabase
  readonly log: Log
  readonly metrics: Metrics
  readonly closings: (() => Promise<unknown>)[]
}

/** Opens what seals, and what keeps the signing keys where the database does not. */
export async function openKeys(
  config: Config,
  { base, log, metrics, closings }: KeyNeeds,
): Promise<Pick<Foundation, 'keyring' | 'keyToken'>> {
  const keyring = await openKeyring(config, base)
  const keyToken = await openKeyTokenOf(config, { ...base, log })
  closings.push(async () => keyToken?.close())
  metrics.watch(keyToken?.metrics ?? [])
  return { keyring, keyToken }
}
