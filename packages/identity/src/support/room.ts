import type { Room } from '../platform/room/room.ts'
import { SUPPORT_WORDS } from './words/index.ts'

/** What a supporter asks. */
export const SUPPORT = {
  words: SUPPORT_WORDS,
} satisfies Room
