import type { RoomForOperators } from '../moments/index.ts'
import type { RoomWithTables } from '../platform/room/room.ts'

/** It has no table. Operators bring citizens from other systems with it. */
export const BRING_CITIZENS_HEAD = {
  tables: {},
  acts: [
    {
      verb: 'import',
      summary: 'Bring citizens from another system: a file of JSON lines or CSV, or - for the standard input',
      operand: 'FILE',
      options: {
        'dry-run': { value: '', meaning: 'Change nothing: say what would become of each line' },
        rejects: { value: 'FILE', meaning: 'Write the lines that were not brought, to mend and bring again' },
      },
      run: async (needs, given) => (await import('./import-order.ts')).importOrder(needs, given),
    },
  ],
} satisfies RoomWithTables & RoomForOperators
