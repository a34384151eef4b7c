import type { Room } from '../platform/room/room.ts'
import { FACTOR_WORDS } from './words/index.ts'

/** What is the same for everything that signs in beside the password. */
export const FACTORS = { words: FACTOR_WORDS } satisfies Room
