import type { AskedLinkRules, LinkRules } from '../mailed-links/index.ts'
import { invalidLinkWords, PATHS, sentLinkWords } from '../pages/index.ts'

const DAY_SECONDS = 24 * 60 * 60

/** Proves a new address, and begins the waiting period of its change. */
export const NEW_ADDRESS_LINK: AskedLinkRules = {
  kind: 'new-address',
  token: 'pnl_',
  lifetimeSeconds: DAY_SECONDS,
  path: '/account/address/confirm/',
  donePath: '/account/address/asked/',
  invalid: { words: invalidLinkWords('new-address'), path: PATHS.changeAddress },
  event: 'address-link-requested',
  limits: { perIp: 'new-address-per-ip', perEmail: 'new-address-per-email' },
  askPath: PATHS.changeAddress,
  mailedTo: 'typed-address',
  sent: {
    words: sentLinkWords('new-address'),
    path: '/account/address/sent/',
    againPath: '/account/address/again/',
    cookie: 'portico_new_address',
  },
}

/** Stops that change or undoes it. The row of the change has its hash, and decides when it is over. */
export const KEEP_ADDRESS_LINK: LinkRules = {
  kind: 'keep-address',
  token: 'pal_',
  lifetimeSeconds: 92 * DAY_SECONDS,
  path: '/account/address/keep/',
  donePath: '/account/address/kept/',
  invalid: { words: invalidLinkWords('keep-address'), path: PATHS.recover },
}
