import type { AuditEventName } from '../audit/index.ts'
import { type LetterLinkKind, type LinkKind, PATHS } from '../pages/index.ts'
import type { TokenKind } from '../platform/opaque-token.ts'
import type { LimitKind } from '../rate-limits/index.ts'
import { type CodeTable, RECOVERY_CODES, REGISTRATION_CODES, VERIFICATION_CODES } from './code-store.ts'

/** Where a link of one kind leads, and how long. */
export interface LinkPlace {
  /** The kind of bearer value in the link. */
  readonly token: TokenKind
  /** How long the link is valid (contract section 8). */
  readonly lifetimeSeconds: number
  /** The path of the link. */
  readonly path: string
  /** The page after the link was used; without one, the sign-in page. */
  readonly donePath?: string
}

/** The rules of one kind of mailed link. */
export interface LinkRules extends LinkPlace {
  /** The audit event of a request for such a link. */
  readonly event: AuditEventName
  /** The limits of requests for such a link. */
  readonly limits: { readonly perIp: LimitKind; readonly perEmail: LimitKind }
  /** The path of the request form. */
  readonly askPath: string
}

/** A kind of link that anybody may request with an address. */
export type OpenLinkKind = Exclude<LinkKind, 'verification' | 'lost-app' | 'new-address'>

/** A kind of link that is requested for an existing account. */
export type AccountLinkKind = Exclude<LinkKind, 'registration'>

/** A kind of link to an existing account. */
export type OwnedLinkKind = AccountLinkKind | LetterLinkKind

const HALF_HOUR_SECONDS = 30 * 60
const DAY_SECONDS = 24 * 60 * 60

/** Every kind of mailed link. Its letter and the words of its pages have the same name. */
export const LINK_KINDS: Readonly<Record<LinkKind, LinkRules>> = {
  registration: {
    token: 'registration-link',
    lifetimeSeconds: DAY_SECONDS,
    event: 'registration-requested',
    limits: { perIp: 'register-per-ip', perEmail: 'register-per-email' },
    askPath: PATHS.register,
    path: '/register/confirm/',
    donePath: '/register/done/',
  },
  recovery: {
    token: 'recovery-link',
    lifetimeSeconds: HALF_HOUR_SECONDS,
    event: 'recovery-requested',
    limits: { perIp: 'recover-per-ip', perEmail: 'recover-per-email' },
    askPath: PATHS.recover,
    path: '/recover/confirm/',
    donePath: '/recover/done/',
  },
  'new-browser': {
    token: 'browser-link',
    lifetimeSeconds: HALF_HOUR_SECONDS,
    event: 'browser-link-requested',
    limits: { perIp: 'browser-link-per-ip', perEmail: 'browser-link-per-email' },
    askPath: PATHS.newBrowser,
    path: '/login/new-browser/confirm/',
  },
  verification: {
    token: 'verification-link',
    lifetimeSeconds: DAY_SECONDS,
    event: 'verification-requested',
    limits: { perIp: 'recover-per-ip', perEmail: 'recover-per-email' },
    askPath: '/account/verification/',
    path: '/account/verification/confirm/',
    donePath: '/account/verification/done/',
  },
  'lost-app': {
    token: 'lost-app-link',
    lifetimeSeconds: HALF_HOUR_SECONDS,
    event: 'lost-app-reported',
    limits: { perIp: 'lost-app-per-ip', perEmail: 'lost-app-per-email' },
    askPath: PATHS.lostApp,
    path: '/login/code/lost/confirm/',
    donePath: '/login/code/lost/done/',
  },
  'new-address': {
    token: 'new-address-link',
    lifetimeSeconds: DAY_SECONDS,
    event: 'address-link-requested',
    limits: { perIp: 'new-address-per-ip', perEmail: 'new-address-per-email' },
    askPath: PATHS.changeAddress,
    path: '/account/address/confirm/',
    donePath: '/account/address/asked/',
  },
}

/** Where every kind of mailed link leads, also where nobody asks for it. */
export const LINK_PLACES: Readonly<Record<LinkKind | LetterLinkKind, LinkPlace>> = {
  ...LINK_KINDS,
  // At least as long as the longest waiting period. What it stops decides when it is over.
  'keep-app': {
    token: 'keep-app-link',
    lifetimeSeconds: 92 * DAY_SECONDS,
    path: '/login/code/keep/',
    donePath: '/login/code/kept/',
  },
  // The row of the change has its hash, and decides when it is over.
  'keep-address': {
    token: 'keep-address-link',
    lifetimeSeconds: 92 * DAY_SECONDS,
    path: '/account/address/keep/',
    donePath: '/account/address/kept/',
  },
}

/** The codes of each kind of link. */
export const CODES: Readonly<Record<LinkKind, CodeTable>> = {
  registration: REGISTRATION_CODES,
  recovery: RECOVERY_CODES,
  'new-browser': RECOVERY_CODES,
  verification: VERIFICATION_CODES,
  'lost-app': RECOVERY_CODES,
  'new-address': RECOVERY_CODES,
}

/** The page after a request. */
interface SentPage {
  /** It says that a mail may arrive, and takes the code. */
  readonly path: string
  /** Sends the mail again. */
  readonly againPath: string
  readonly cookie: string
}

/** The page after a request for a link of each kind. */
export const SENT_PAGES: Readonly<Record<LinkKind, SentPage>> = {
  registration: { path: '/register/sent/', againPath: '/register/again/', cookie: 'portico_registered' },
  recovery: { path: '/recover/sent/', againPath: '/recover/again/', cookie: 'portico_recovering' },
  'new-browser': {
    path: '/login/new-browser/sent/',
    againPath: '/login/new-browser/again/',
    cookie: 'portico_new_browser',
  },
  verification: {
    path: '/account/verification/sent/',
    againPath: '/account/verification/again/',
    cookie: 'portico_verifying',
  },
  'lost-app': {
    path: '/login/code/lost/sent/',
    againPath: '/login/code/lost/again/',
    cookie: 'portico_lost_app',
  },
  'new-address': {
    path: '/account/address/sent/',
    againPath: '/account/address/again/',
    cookie: 'portico_new_address',
  },
}
