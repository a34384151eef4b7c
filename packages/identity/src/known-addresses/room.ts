import type { Room } from '../platform/room/room.ts'
import { knownAddressRoutes } from './routes.ts'

/** Addresses that browsers and people try. */
export const KNOWN_ADDRESSES = { routes: knownAddressRoutes } satisfies Room
