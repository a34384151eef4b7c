import { partOf } from '../platform/languages.ts'
import { findingsOf } from '../platform/room/explains.ts'
import { GUESS_FINDINGS } from './findings.ts'
import { GUESS_WORDS } from './words/index.ts'

/** A finding of this room, in the words that have its name. */
export const guessFinding = findingsOf(
  GUESS_FINDINGS,
  partOf(GUESS_WORDS, ({ findings }) => findings),
)
