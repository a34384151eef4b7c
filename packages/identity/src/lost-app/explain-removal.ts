import { findCitizen, isUnchanged } from '../citizens/index.ts'
import { partOf } from '../platform/languages.ts'
import { type Explains, findingsOf } from '../platform/room/explains.ts'
import { REMOVAL_FINDINGS } from './findings.ts'
import { findRemoval } from './removal-store.ts'
import { LOST_APP_WORDS } from './words/index.ts'

const finding = findingsOf(
  REMOVAL_FINDINGS,
  partOf(LOST_APP_WORDS, ({ findings }) => findings),
)

/** Tells a supporter that a citizen waits for the removal of a lost app. */
export const explainRemoval: Explains = async ({ db }, { citizenId }) => {
  if (citizenId === undefined) return []
  const [citizen, removal] = await Promise.all([findCitizen(db, citizenId), findRemoval(db, citizenId)])
  if (!citizen || !removal || !isUnchanged(citizen, removal)) return []
  return [
    finding('app-removal-waits', (words, { when }) => ({
      found: [words.asked(when(removal.askedAt)), words.due(when(removal.dueAt))],
      mayDo: [
        {
          command: `portico citizen reset-second-factor ${citizen.subject} --reason TEXT`,
          says: words.sooner,
        },
      ],
      tell: [words.recoveryCode, words.until(when(removal.dueAt)), words.notYou],
    })),
  ]
}
