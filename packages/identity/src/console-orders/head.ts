import type { RoomWithTables } from '../platform/room/room.ts'
import { consoleOrders } from './migrations/0043-console-orders.ts'
import { ORDER_TABLES } from './tables.ts'

/** The table of what operators order from the console. */
export const CONSOLE_ORDERS_HEAD: RoomWithTables = { tables: ORDER_TABLES, migrations: [consoleOrders] }
