import type { AuditEventName } from '../audit/index.ts'
import { type LetterLinkKind, type LinkKind, PATHS } from '../pages/index.ts'
import { namesOf } from '../platform/names-of.ts'
import type { TokenKind } from '../platform/opaque-token.ts'
import type { LimitKind } from '../rate-limits/index.ts'

/** What ends links of a citizen before their time. Everything that ends all access ends those of every kind. */
export type LinkEnd = 'new-password' | 'verification' | 'everything'

/** The rules of every kind of mailed link. */
export interface LinkRules {
  /** The kind of bearer value in the link. */
  readonly token: TokenKind
  /** How long the link is valid (contract section 8). */
  readonly lifetimeSeconds: number
  /** Whose it is. One that belongs to a citizen is valid with one security version. */
  readonly owner: 'nobody-yet' | 'citizen'
  /** What ends it besides its use, its time and a rise of the security version. */
  readonly endedBy?: Exclude<LinkEnd, 'everything'>
  /** The path of the link. */
  readonly path: string
  /** The page after the link was used; without one, the sign-in page. */
  readonly donePath?: string
}

/** The rules of a kind of mailed link that somebody asks for. */
export interface AskedLinkRules extends LinkRules {
  /** The audit event of a request for such a link. */
  readonly event: AuditEventName
  /** The limits of requests for such a link. */
  readonly limits: { readonly perIp: LimitKind; readonly perEmail: LimitKind }
  /** The path of the request form. */
  readonly askPath: string
  /** Where a citizen begins whose browser has no note of a request, if not at that form, because it needs more. */
  readonly beginPath?: string
  /** Where the mail goes: to an address that was typed, or to that of the account. */
  readonly mailedTo: 'typed-address' | 'account'
  /** The page after a request. */
  readonly sent: SentPage
}

/** The page after a request: it says that a mail may arrive, takes the code, and sends the mail again. */
export interface SentPage {
  readonly path: string
  readonly againPath: string
  readonly cookie: string
}

/** Every kind of mailed link: somebody asks for it, or a letter brings it. */
export type AnyLinkKind = LinkKind | LetterLinkKind

/** A kind of link that anybody may request with an address. */
export type OpenLinkKind = Exclude<LinkKind, 'verification' | 'lost-app' | 'new-address'>

/** A kind of link that is requested for an existing account. */
export type AccountLinkKind = Exclude<LinkKind, 'registration'>

/** A kind of link to an existing account that has a row. `address_changes` has the hashes of the other one. */
export type OwnedLinkKind = AccountLinkKind | 'keep-app'

/** The kind in a row. The previous release did not write one: a `former` link is to an account, and only its value says its kind. */
export type RowKind = AnyLinkKind | 'former'

const HALF_HOUR_SECONDS = 30 * 60
const DAY_SECONDS = 24 * 60 * 60

/** Every kind of mailed link. Its letter and the words of its pages have the same name. */
export const LINK_KINDS: Readonly<Record<LinkKind, AskedLinkRules> & Record<LetterLinkKind, LinkRules>> = {
  /** Makes the account, with its first password. */
  registration: {
    token: 'registration-link',
    lifetimeSeconds: DAY_SECONDS,
    owner: 'nobody-yet',
    path: '/register/confirm/',
    donePath: '/register/done/',
    event: 'registration-requested',
    limits: { perIp: 'register-per-ip', perEmail: 'register-per-email' },
    askPath: PATHS.register,
    mailedTo: 'typed-address',
    sent: { path: '/register/sent/', againPath: '/register/again/', cookie: 'portico_registered' },
  },
  /** Sets a new password. */
  recovery: {
    token: 'recovery-link',
    lifetimeSeconds: HALF_HOUR_SECONDS,
    owner: 'citizen',
    endedBy: 'new-password',
    path: '/recover/confirm/',
    donePath: '/recover/done/',
    event: 'recovery-requested',
    limits: { perIp: 'recover-per-ip', perEmail: 'recover-per-email' },
    askPath: PATHS.recover,
    mailedTo: 'typed-address',
    sent: { path: '/recover/sent/', againPath: '/recover/again/', cookie: 'portico_recovering' },
  },
  /** Makes the browser that opens it known to the account, so that it may try the password. */
  'new-browser': {
    token: 'browser-link',
    lifetimeSeconds: HALF_HOUR_SECONDS,
    owner: 'citizen',
    endedBy: 'new-password',
    path: '/login/new-browser/confirm/',
    event: 'browser-link-requested',
    limits: { perIp: 'browser-link-per-ip', perEmail: 'browser-link-per-email' },
    askPath: PATHS.newBrowser,
    beginPath: PATHS.login,
    mailedTo: 'typed-address',
    sent: {
      path: '/login/new-browser/sent/',
      againPath: '/login/new-browser/again/',
      cookie: 'portico_new_browser',
    },
  },
  /** Verifies the address of the account again, with the password. So a new password does not end it. */
  verification: {
    token: 'verification-link',
    lifetimeSeconds: DAY_SECONDS,
    owner: 'citizen',
    endedBy: 'verification',
    path: '/account/verification/confirm/',
    donePath: '/account/verification/done/',
    event: 'verification-requested',
    limits: { perIp: 'recover-per-ip', perEmail: 'recover-per-email' },
    askPath: '/account/verification/',
    beginPath: PATHS.profile,
    mailedTo: 'account',
    sent: {
      path: '/account/verification/sent/',
      againPath: '/account/verification/again/',
      cookie: 'portico_verifying',
    },
  },
  /** Begins the waiting period after which the apps for codes are removed, with the password. */
  'lost-app': {
    token: 'lost-app-link',
    lifetimeSeconds: HALF_HOUR_SECONDS,
    owner: 'citizen',
    endedBy: 'new-password',
    path: '/login/code/lost/confirm/',
    donePath: '/login/code/lost/done/',
    event: 'lost-app-reported',
    limits: { perIp: 'lost-app-per-ip', perEmail: 'lost-app-per-email' },
    askPath: PATHS.lostApp,
    mailedTo: 'account',
    sent: {
      path: '/login/code/lost/sent/',
      againPath: '/login/code/lost/again/',
      cookie: 'portico_lost_app',
    },
  },
  /** Stops that removal. It is valid for at least as long as the longest waiting period; what it stops decides when it is over. */
  'keep-app': {
    token: 'keep-app-link',
    lifetimeSeconds: 92 * DAY_SECONDS,
    owner: 'citizen',
    endedBy: 'new-password',
    path: '/login/code/keep/',
    donePath: '/login/code/kept/',
  },
  /** Proves a new address, and begins the waiting period of its change. */
  'new-address': {
    token: 'new-address-link',
    lifetimeSeconds: DAY_SECONDS,
    owner: 'citizen',
    endedBy: 'new-password',
    path: '/account/address/confirm/',
    donePath: '/account/address/asked/',
    event: 'address-link-requested',
    limits: { perIp: 'new-address-per-ip', perEmail: 'new-address-per-email' },
    askPath: PATHS.changeAddress,
    mailedTo: 'typed-address',
    sent: {
      path: '/account/address/sent/',
      againPath: '/account/address/again/',
      cookie: 'portico_new_address',
    },
  },
  /** Stops that change or undoes it. The row of the change has its hash, and decides when it is over. */
  'keep-address': {
    token: 'keep-address-link',
    lifetimeSeconds: 92 * DAY_SECONDS,
    owner: 'citizen',
    path: '/account/address/keep/',
    donePath: '/account/address/kept/',
  },
}

/** The kinds of the links of a citizen that this ends. */
export function kindsEndedBy(end: LinkEnd): readonly RowKind[] {
  const rules: Readonly<Record<RowKind, Pick<LinkRules, 'owner' | 'endedBy'>>> = {
    ...LINK_KINDS,
    former: { owner: 'citizen', endedBy: 'new-password' },
  }
  return namesOf(rules).filter((kind) => {
    const { owner, endedBy } = rules[kind]
    return owner === 'citizen' && (end === 'everything' || endedBy === end)
  })
}
