import type { RoomForOperators } from '../moments/index.ts'
import type { RoomWithTables } from '../platform/room/room.ts'

/** It has no table. Operators answer a request for data with it. */
export const DATA_DOWNLOAD_HEAD = {
  tables: {},
  acts: [
    {
      verb: 'data',
      summary:
        'Write the copy of their data that a citizen can download to a new file, for a request on paper',
      operand: 'WHO',
      options: { out: { value: 'FILE', meaning: 'The file, which must not be there yet' } },
      run: async (needs, given) => (await import('./data-order.ts')).dataOrder(needs, given),
    },
  ],
} satisfies RoomWithTables & RoomForOperators
