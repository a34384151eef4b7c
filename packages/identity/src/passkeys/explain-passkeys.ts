import { latestOf } from '../platform/clock.ts'
import { partOf } from '../platform/languages.ts'
import { type Explains, findingsOf } from '../platform/room/explains.ts'
import { PASSKEY_FINDINGS } from './findings.ts'
import { selectPasskeys } from './passkey-store.ts'
import { PASSKEY_WORDS } from './words/index.ts'

const finding = findingsOf(
  PASSKEY_FINDINGS,
  partOf(PASSKEY_WORDS, ({ findings }) => findings),
)

/** Tells a supporter that the citizen has passkeys. */
export const explainPasskeys: Explains = async ({ db }, { citizenId }) => {
  const passkeys = citizenId === undefined ? [] : await selectPasskeys(db, citizenId)
  if (passkeys.length === 0) return []
  const latest = latestOf(passkeys.map(({ lastUsedAt }) => lastUsedAt))
  return [
    finding('has-passkeys', (words, { when }) => ({
      found: [words.has(passkeys.length), latest === undefined ? words.neverUsed : words.used(when(latest))],
      tell: [words.tell],
    })),
  ]
}
