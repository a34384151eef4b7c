import type { Room } from '../platform/room/room.ts'
import { homeRoutes } from './routes.ts'
import { HOME_WORDS } from './words/index.ts'

/** The home of an account. */
export const ACCOUNT_HOME = { routes: homeRoutes, words: HOME_WORDS } satisfies Room
