import type { RoomOnHome } from '../moments/index.ts'
import { partOf } from '../platform/languages.ts'
import type { Room } from '../platform/room/room.ts'
import { ON_HOME } from './on-home.ts'
import { ownActivity } from './own-activity.ts'
import { ACTIVITY_PAGE } from './paths.ts'
import { activityRoutes } from './routes.ts'
import { ACTIVITY_WORDS } from './words/index.ts'

/** A citizen reads what happened with the account. */
export const ACTIVITY = {
  routes: activityRoutes,
  words: ACTIVITY_WORDS,
  ownData: { activity: ownActivity },
  accountLink: { path: ACTIVITY_PAGE, label: partOf(ACTIVITY_WORDS, ({ nav }) => nav), rank: 70 },
  onHome: ON_HOME,
} satisfies Room & RoomOnHome
