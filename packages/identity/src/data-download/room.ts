import { partOf } from '../platform/languages.ts'
import type { Room } from '../platform/room/room.ts'
import { DATA_EVENTS } from './events.ts'
import { DATA_LIMITS } from './limits.ts'
import { OWN_DATA } from './paths.ts'
import { dataRoutes } from './routes.ts'
import { DATA_WORDS } from './words/index.ts'

/** A citizen gets a copy of the own data. */
export const DATA_DOWNLOAD = {
  routes: dataRoutes,
  words: DATA_WORDS,
  limits: DATA_LIMITS,
  events: DATA_EVENTS,
  accountLink: {
    path: OWN_DATA,
    label: partOf(DATA_WORDS, ({ nav }) => nav),
    rank: 80,
    within: 'profile',
    copy: partOf(DATA_WORDS, ({ page }) => page.title),
  },
} satisfies Room
