import { findCitizen, isUnchanged } from '../citizens/index.ts'
import type { Explains } from '../platform/room/explains.ts'
import { findRemoval } from './removal-store.ts'

/** Tells a supporter that a citizen waits for the removal of a lost app. */
export const explainRemoval: Explains = async ({ db, when }, { citizenId }) => {
  if (citizenId === undefined) return []
  const [citizen, removal] = await Promise.all([findCitizen(db, citizenId), findRemoval(db, citizenId)])
  if (!citizen || !removal || !isUnchanged(citizen, removal)) return []
  return [
    {
      ...{ name: 'app-removal-waits', weight: 'waits', to: 'owner' },
      found: `On ${when(removal.askedAt)} somebody with the password, or an operator, said that the app for codes is lost. It is removed on ${when(removal.dueAt)}, unless a sign-in with a code or a link in the emails stops it.`,
      tell: `Until ${when(removal.dueAt)} a code is still asked for. After it the password is enough. If it was not you who asked, press the link in the email about it.`,
    },
  ]
}
