import { findCitizen } from '../citizens/index.ts'
import { partOf } from '../platform/languages.ts'
import { type Explains, findingsOf } from '../platform/room/explains.ts'
import { findClosing, wasEnteredSince } from './closing-store.ts'
import { CLOSING_FINDINGS } from './findings.ts'
import { CLOSING_WORDS } from './words/index.ts'

const finding = findingsOf(
  CLOSING_FINDINGS,
  partOf(CLOSING_WORDS, ({ findings }) => findings),
)

/** Tells a supporter that the account is going to be closed, because its citizen asked for it. */
export const explainClosing: Explains = async ({ db }, { citizenId }) => {
  if (citizenId === undefined) return []
  const [citizen, closing] = await Promise.all([findCitizen(db, citizenId), findClosing(db, citizenId)])
  if (!closing || citizen?.securityVersion !== closing.securityVersion) return []
  if (await wasEnteredSince(db, closing)) return []
  return [
    finding('closing-waits', (words, { when }) => ({
      found: [words.asked(when(closing.askedAt)), words.due(when(closing.dueAt))],
      tell: [words.who, words.stay(when(closing.dueAt))],
    })),
  ]
}
