import type { Basics } from '../platform/foundation.ts'
import type { Room } from '../platform/room/room.ts'
import { endOverInvestigations } from './end-over-investigations.ts'
import { INVESTIGATION_EVENTS } from './events.ts'
import { deleteInvestigation } from './investigation-store.ts'
import { INVESTIGATION_WORDS } from './words/index.ts'

/** Investigations that hold looks back. */
export const INVESTIGATIONS = {
  words: INVESTIGATION_WORDS,
  events: INVESTIGATION_EVENTS,
  erase: deleteInvestigation,
  carryOut: endOverInvestigations,
} satisfies Room<never, Pick<Basics, 'random'>>
