import { findCitizen } from '../citizens/index.ts'
import type { Explains } from '../platform/room/explains.ts'
import { findClosing, wasEnteredSince } from './closing-store.ts'

/** Tells a supporter that the account is going to be closed, because its citizen asked for it. */
export const explainClosing: Explains = async ({ db, when }, { citizenId }) => {
  if (citizenId === undefined) return []
  const [citizen, closing] = await Promise.all([findCitizen(db, citizenId), findClosing(db, citizenId)])
  if (!closing || citizen?.securityVersion !== closing.securityVersion) return []
  if (await wasEnteredSince(db, closing)) return []
  return [
    {
      ...{ name: 'closing-waits', weight: 'waits', to: 'owner' },
      found: `On ${when(closing.askedAt)} the citizen asked to close the account, which signed it out everywhere. It will be closed on ${when(closing.dueAt)}.`,
      tell: `You asked to close your account, or somebody did who knows your password. Sign in before ${when(closing.dueAt)} and it stays open.`,
    },
  ]
}
