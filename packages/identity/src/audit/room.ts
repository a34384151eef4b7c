import type { Room } from '../platform/room/room.ts'
import { AUDIT_EVENTS } from './events.ts'

/** The events, and which days of them are in a file. */
export const AUDIT = {
  events: AUDIT_EVENTS,
  tables: {
    // With the events of one citizen together, and those of nobody apart.
    audit_events: { placement: { by: 'filed_under' }, backup: 'kept' },
    audit_exports: { placement: 'copied', backup: 'kept' },
  },
} satisfies Room
