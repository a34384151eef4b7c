import type { Room } from '../platform/room/room.ts'
import { endedFeedRoutes } from './routes.ts'

/** The feed of ended sessions, and its one value for each life of the database. */
export const ENDED_FEED = {
  routes: endedFeedRoutes,
  tables: { ended_feeds: { placement: 'copied', backup: 'left-out' } },
} satisfies Room
