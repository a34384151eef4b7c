import type { AccountLinkRules, LinkRules } from '../mailed-links/index.ts'
import { invalidLinkWords, PATHS, sentLinkWords } from '../pages/index.ts'

const HALF_HOUR_SECONDS = 30 * 60
const DAY_SECONDS = 24 * 60 * 60

/** Begins the waiting period after which the apps for codes are removed, with the password. */
export const LOST_APP_LINK: AccountLinkRules = {
  kind: 'lost-app',
  token: 'pll_',
  lifetimeSeconds: HALF_HOUR_SECONDS,
  path: '/login/code/lost/confirm/',
  donePath: '/login/code/lost/done/',
  invalid: { words: invalidLinkWords('lost-app'), path: PATHS.login },
  event: 'lost-app-reported',
  limits: { perIp: 'lost-app-per-ip', perEmail: 'lost-app-per-email' },
  askPath: PATHS.lostApp,
  mailedTo: 'account',
  sent: {
    words: sentLinkWords('lost-app'),
    path: '/login/code/lost/sent/',
    againPath: '/login/code/lost/again/',
    cookie: 'portico_lost_app',
  },
  letter: ({ link, code }) => ({ kind: 'lost-app', link, code }),
}

/** Stops that removal. It is valid for at least as long as the longest waiting period; what it stops decides when it is over. */
export const KEEP_APP_LINK: LinkRules = {
  kind: 'keep-app',
  token: 'pkl_',
  lifetimeSeconds: 92 * DAY_SECONDS,
  path: '/login/code/keep/',
  donePath: '/login/code/kept/',
  invalid: { words: invalidLinkWords('keep-app'), path: PATHS.codes },
}
