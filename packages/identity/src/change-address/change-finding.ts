import { partOf } from '../platform/languages.ts'
import { findingsOf } from '../platform/room/explains.ts'
import { CHANGE_FINDINGS } from './findings.ts'
import { CHANGE_ADDRESS_WORDS } from './words/index.ts'

/** Makes a finding of this room. */
export const changeFinding = findingsOf(
  CHANGE_FINDINGS,
  partOf(CHANGE_ADDRESS_WORDS, ({ findings }) => findings),
)
