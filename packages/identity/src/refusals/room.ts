import type { Room } from '../platform/room/room.ts'
import { REFUSAL_WORDS } from './words/index.ts'

/** The pages that refused. */
export const REFUSALS = {
  words: REFUSAL_WORDS,
} satisfies Room
