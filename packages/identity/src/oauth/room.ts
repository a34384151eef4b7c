import type { Room } from '../platform/room/room.ts'
import { OAUTH_EVENTS } from './events.ts'
import { OAUTH_LIMITS } from './limits.ts'
import { oauthRoutes } from './routes.ts'
import { OAUTH_WORDS } from './words/index.ts'

/** The endpoints of OAuth 2.0 and OpenID Connect. */
export const OAUTH = {
  routes: oauthRoutes,
  words: OAUTH_WORDS,
  limits: OAUTH_LIMITS,
  events: OAUTH_EVENTS,
} satisfies Room
