import type { OpenRoom, Room } from '../platform/room/room.ts'
import { ENDED_FEED_LIMITS } from './limits.ts'
import { type EndedFeedNeeds, endedFeedRoutes } from './routes.ts'
import { openWaitingPolls, type WaitingPollsNeeds } from './waiting-polls.ts'
import { ENDED_FEED_WORDS } from './words/index.ts'

/** The feed of ended sessions, and its one value for each life of the database. */
export const ENDED_FEED = {
  open: (service: Omit<EndedFeedNeeds, 'waitingPolls'> & WaitingPollsNeeds): OpenRoom => {
    const waitingPolls = openWaitingPolls(service)
    return { routes: endedFeedRoutes({ ...service, waitingPolls }), metrics: waitingPolls.metrics }
  },
  words: ENDED_FEED_WORDS,
  limits: ENDED_FEED_LIMITS,
} satisfies Room
