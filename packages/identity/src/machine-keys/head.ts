import type { RoomForOperators } from '../moments/index.ts'
import type { RoomWithTables } from '../platform/room/room.ts'
import { machineKeys } from './migrations/0046-machine-keys.ts'
import { machineRequests } from './migrations/0048-machine-requests.ts'
import { MACHINE_KEY_TABLES } from './tables.ts'

/** The tables of machines' keys, and how keys are made and known. */
export const MACHINE_KEYS_HEAD = {
  tables: MACHINE_KEY_TABLES,
  migrations: [machineKeys, machineRequests],
  machineKeys: async () => (await import('./known-keys.ts')).KNOWN_KEYS,
} satisfies RoomWithTables & RoomForOperators
