import { counted, type Explains, usedLast } from '../platform/room/explains.ts'
import { selectPasskeys } from './passkey-store.ts'

/** Tells a supporter that the citizen has passkeys. */
export const explainPasskeys: Explains = async (needs, { citizenId }) => {
  const passkeys = citizenId === undefined ? [] : await selectPasskeys(needs.db, citizenId)
  if (passkeys.length === 0) return []
  return [
    {
      ...{ name: 'has-passkeys', weight: 'tells', to: 'owner' },
      found: `${counted(passkeys.length, 'passkey')}, ${usedLast(needs, passkeys)}.`,
      tell: 'You can press “Sign in with a passkey” on a device that has it.',
    },
  ]
}
