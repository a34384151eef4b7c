import type { Room } from '../platform/room/room.ts'
import { endLinks } from './account-links.ts'
import { MAILED_LINK_EVENTS } from './events.ts'
import { MAILED_LINK_LIMITS } from './limits.ts'
import { MAILED_LINK_WORDS } from './words/index.ts'

/** Mailed links, by their hashes. */
export const MAILED_LINKS = {
  words: MAILED_LINK_WORDS,
  limits: MAILED_LINK_LIMITS,
  events: MAILED_LINK_EVENTS,
  erase: (tx, citizenId) => endLinks(tx, 'erasure', citizenId),
} satisfies Room
