import { partOf } from '../platform/languages.ts'
import { findingsOf } from '../platform/room/explains.ts'
import { LINK_FINDINGS, OTHER_LINK_FINDINGS } from './findings.ts'
import { MAILED_LINK_WORDS } from './words/index.ts'

/** Makes a finding of this room, or one that another room tells of its links. */
export const linkFinding = findingsOf(
  { ...LINK_FINDINGS, ...OTHER_LINK_FINDINGS },
  partOf(MAILED_LINK_WORDS, ({ findings }) => findings),
)
