import type { RoomBeside } from '../moments/index.ts'
import type { RoomWithTables } from '../platform/room/room.ts'
import type { AnnounceNeeds } from './announce-instance.ts'
import { instances } from './migrations/0047-instances.ts'
import { INSTANCE_TABLES } from './tables.ts'

/** The table of the processes, and what each says of itself. */
export const INSTANCES_HEAD = {
  tables: INSTANCE_TABLES,
  migrations: [instances],
  beside: async (needs) => (await import('./index.ts')).announceInstance(needs),
  examines: async (needs) => (await import('./index.ts')).examineInstances(needs),
  runsWithout: async (needs, setting) => (await import('./index.ts')).runsWithout(needs, setting),
  reports: [
    {
      words: 'settings',
      summary: 'Show which processes of the service run, and the settings in force in each; never a secret',
      answers: async () => (await import('./index.ts')).SETTINGS_REPORT,
      report: async (needs) => (await import('./index.ts')).reportSettings(needs),
    },
  ],
} satisfies RoomWithTables & RoomBeside<AnnounceNeeds>
