import type { AskedLinkRules, LinkRules } from '../mailed-links/index.ts'
import { PATHS } from '../pages/index.ts'
import { partOf } from '../platform/languages.ts'
import { CHANGE_ADDRESS_PAGE } from './paths.ts'
import { CHANGE_ADDRESS_WORDS } from './words/index.ts'

const DAY_SECONDS = 24 * 60 * 60

/** Proves a new address, and begins the waiting period of its change. */
export const NEW_ADDRESS_LINK: AskedLinkRules = {
  kind: 'new-address',
  token: 'pnl_',
  lifetimeSeconds: DAY_SECONDS,
  path: '/account/address/confirm/',
  donePath: '/account/address/asked/',
  invalid: { words: partOf(CHANGE_ADDRESS_WORDS, ({ invalid }) => invalid.prove), path: CHANGE_ADDRESS_PAGE },
  event: 'address-link-requested',
  limits: { perIp: 'new-address-per-ip', perEmail: 'new-address-per-email' },
  askPath: CHANGE_ADDRESS_PAGE,
  mailedTo: 'typed-address',
  sent: {
    words: partOf(CHANGE_ADDRESS_WORDS, ({ sent }) => sent),
    path: '/account/address/sent/',
    againPath: '/account/address/again/',
    cookie: 'portico_new_address',
    tellsRefusal: true,
  },
}

/** Stops that change or undoes it. The row of the change has its hash, and decides when it is over. */
export const KEEP_ADDRESS_LINK: LinkRules = {
  kind: 'keep-address',
  token: 'pal_',
  lifetimeSeconds: 92 * DAY_SECONDS,
  path: '/account/address/keep/',
  donePath: '/account/address/kept/',
  invalid: { words: partOf(CHANGE_ADDRESS_WORDS, ({ invalid }) => invalid.keep), path: PATHS.recover },
}
