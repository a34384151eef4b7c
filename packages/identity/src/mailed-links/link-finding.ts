import { partOf } from '../platform/languages.ts'
import { findingsOf } from '../platform/room/explains.ts'
import { LINK_FINDINGS } from './findings.ts'
import { MAILED_LINK_WORDS } from './words/index.ts'

/** Makes a finding of this room. */
export const linkFinding = findingsOf(
  LINK_FINDINGS,
  partOf(MAILED_LINK_WORDS, ({ findings }) => findings),
)
