import type { RoomAwaits } from '../audit/index.ts'
import type { RoomSendsClosings } from '../audit-seals/index.ts'
import type { RoomBeside } from '../moments/index.ts'
import type { RoomWithTables } from '../platform/room/room.ts'
import type { BesideNeeds } from './forward-audit.ts'
import { auditDestinations } from './migrations/0044-audit-destinations.ts'
import { closingsSent } from './migrations/0056-closings-sent.ts'
import type { ForwardSettings } from './settings.ts'
import { DESTINATION_TABLES } from './tables.ts'

/** The table of the destinations, and what the room does beside the requests. */
export const AUDIT_FORWARD_HEAD = {
  tables: DESTINATION_TABLES,
  migrations: [auditDestinations, closingsSent],
  beside: (needs) => (hasAny(needs) ? forward(needs) : undefined),
  examines: async (needs, settings) =>
    hasAny(settings) ? (await import('./index.ts')).examineForward(needs, settings) : [],
  sentClosings: async (db) => (await import('./index.ts')).findSentClosings(db),
  awaits: async (db, settings, when) => (await import('./index.ts')).awaitsDay(db, settings, when),
  reports: [
    {
      words: 'audit deliveries',
      summary:
        'Show what of the audit was sent elsewhere, until when, how many events wait, and the last faults',
      answers: async () => (await import('./index.ts')).DELIVERIES,
      report: async (needs, settings) => (await import('./index.ts')).reportDeliveries(needs, settings),
    },
  ],
} satisfies RoomWithTables &
  RoomBeside<BesideNeeds, ForwardSettings> &
  RoomAwaits<ForwardSettings> &
  RoomSendsClosings

function hasAny({ auditDestinations: { syslog, webhook } }: ForwardSettings): boolean {
  return syslog !== undefined || webhook !== undefined
}

async function forward(needs: BesideNeeds) {
  return (await import('./index.ts')).forwardAudit(needs)
}
