import type { RoomForOperators } from '../moments/index.ts'
import type { RoomWithTables } from '../platform/room/room.ts'
import type { DataOrderNeeds } from './data-order.ts'

/** It has no table. Operators answer a request for data with it. */
export const DATA_DOWNLOAD_HEAD: RoomWithTables & RoomForOperators<DataOrderNeeds> = {
  tables: {},
  letters: async () => [
    (await import('./allow-download.ts')).DOWNLOADED,
    (await import('./data-order.ts')).COPIED,
  ],
  orders: [
    {
      verb: 'data',
      summary:
        'Write the copy of their data that a citizen can download to a new file, for a request on paper, and tell the citizen',
      options: { out: { value: 'FILE', meaning: 'The file, which must not be there yet' } },
      answers: async () => (await import('./data-order.ts')).WRITTEN_DATA,
      useCase: async (needs, citizen, given) =>
        (await import('./data-order.ts')).dataOrder(needs, citizen, given),
    },
  ],
}
