import type { Room } from '../platform/room/room.ts'
import { healthRoutes } from './routes.ts'

/** Whether the service works. */
export const HEALTH = { routes: healthRoutes } satisfies Room
