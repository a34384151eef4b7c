import { latestOf } from '../platform/clock.ts'
import type { Explains } from '../platform/room/explains.ts'
import { selectPasskeys } from './passkey-store.ts'

/** Tells a supporter that the citizen has passkeys. */
export const explainPasskeys: Explains = async ({ db, when }, { citizenId }) => {
  const passkeys = citizenId === undefined ? [] : await selectPasskeys(db, citizenId)
  if (passkeys.length === 0) return []
  const used = latestOf(passkeys.map(({ lastUsedAt }) => lastUsedAt))
  return [
    {
      ...{ name: 'has-passkeys', weight: 'tells', to: 'owner' },
      found: `${passkeys.length === 1 ? '1 passkey' : `${passkeys.length} passkeys`}, ${used ? `used last on ${when(used)}` : 'never used'}.`,
      tell: 'You can press “Sign in with a passkey” on a device that has it.',
    },
  ]
}
