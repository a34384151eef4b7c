import type { Room } from '../platform/room/room.ts'
import { emptyOrdersOn } from './order-store.ts'

/** What operators order from the console. */
export const CONSOLE_ORDERS = { erase: emptyOrdersOn } satisfies Room
