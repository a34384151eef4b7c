import type { AccountLinkRules, LinkRules } from '../mailed-links/index.ts'
import { PATHS } from '../pages/index.ts'
import { inLanguage, partOf } from '../platform/languages.ts'
import { LOST_APP_PATHS } from './paths.ts'
import { LOST_APP_WORDS } from './words/index.ts'

const HALF_HOUR_SECONDS = 30 * 60
const DAY_SECONDS = 24 * 60 * 60

/** Begins the waiting period after which the apps for codes are removed, with the password. */
export const LOST_APP_LINK: AccountLinkRules = {
  kind: 'lost-app',
  token: 'pll_',
  lifetimeSeconds: HALF_HOUR_SECONDS,
  path: '/login/code/lost/confirm/',
  donePath: '/login/code/lost/done/',
  invalid: { words: partOf(LOST_APP_WORDS, ({ invalid }) => invalid.ask), path: PATHS.login },
  event: 'lost-app-reported',
  limits: { perIp: 'lost-app-per-ip', perEmail: 'lost-app-per-email' },
  askPath: LOST_APP_PATHS.ask,
  mailedTo: 'account',
  sent: {
    words: partOf(LOST_APP_WORDS, ({ sent }) => sent),
    path: '/login/code/lost/sent/',
    againPath: '/login/code/lost/again/',
    cookie: 'portico_lost_app',
  },
  letter: ({ link, code, language, serviceName }) => ({
    kind: 'written',
    name: 'lost-app',
    text: inLanguage(LOST_APP_WORDS, language).letters.report({ link }, serviceName),
    code,
  }),
}

/** Stops that removal. It is valid for at least as long as the longest waiting period; what it stops decides when it is over. */
export const KEEP_APP_LINK: LinkRules = {
  kind: 'keep-app',
  token: 'pkl_',
  lifetimeSeconds: 92 * DAY_SECONDS,
  path: '/login/code/keep/',
  donePath: '/login/code/kept/',
  invalid: { words: partOf(LOST_APP_WORDS, ({ invalid }) => invalid.keep), path: PATHS.codes },
}
