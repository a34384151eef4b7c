import type { AuditEventName } from '../audit/index.ts'
import type { Letter } from '../mail/index.ts'
import {
  type InvalidLinkWords,
  invalidLinkWords,
  PATHS,
  type SentLinkWords,
  sentLinkWords,
} from '../pages/index.ts'
import type { Translations } from '../platform/languages.ts'
import type { TokenKind } from '../platform/opaque-token.ts'
import type { Secret } from '../platform/secret.ts'
import type { LimitKind } from '../rate-limits/index.ts'

/** The rules of a kind of mailed link. A room brings those of its own kinds. */
export interface LinkRules {
  /** Its name, in its row, in the audit and in the note of a browser that asked for it. */
  readonly kind: string
  /** The kind of bearer value in the link. */
  readonly token: TokenKind
  /** How long the link is valid (contract section 8). */
  readonly lifetimeSeconds: number
  /** The path of the link. */
  readonly path: string
  /** The page after the link was used; without one, the sign-in page. */
  readonly donePath?: string
  /** What the page says where the link does not work, and where it leads. */
  readonly invalid: {
    readonly words: Translations<InvalidLinkWords>
    readonly path: string
    /** Whether it may have done its work already: then its citizen has a password. */
    readonly setsPassword?: true
  }
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
  readonly words: Translations<SentLinkWords>
  readonly path: string
  readonly againPath: string
  readonly cookie: string
  /**
   * Whether it says that the mail was refused for good (decision 93). Only where each request sends a mail, whether there is an account or not.
   */
  readonly tellsRefusal?: true
}

/** The rules of a kind of link that is requested for an existing account, and mailed to its address. */
export interface AccountLinkRules extends AskedLinkRules {
  /** Its letter, in the language of the recipient. */
  letter(mailed: MailedLink): Letter
}

/** What the letter of a link brings. */
export interface MailedLink {
  readonly link: Secret
  /** Nothing where the browser that asked takes none. */
  readonly code: Secret | undefined
  readonly language: string
  readonly serviceName: string
}

const HALF_HOUR_SECONDS = 30 * 60
const DAY_SECONDS = 24 * 60 * 60

const letterOf =
  (kind: 'recovery' | 'new-browser' | 'verification') =>
  ({ link, code }: MailedLink): Letter => ({ kind, link, code })

/** Makes the account, with its first password. */
const registration: AskedLinkRules = {
  kind: 'registration',
  token: 'registration-link',
  lifetimeSeconds: DAY_SECONDS,
  path: '/register/confirm/',
  donePath: '/register/done/',
  invalid: { words: invalidLinkWords('registration'), path: PATHS.register, setsPassword: true },
  event: 'registration-requested',
  limits: { perIp: 'register-per-ip', perEmail: 'register-per-email' },
  askPath: PATHS.register,
  mailedTo: 'typed-address',
  sent: {
    words: sentLinkWords('registration'),
    path: '/register/sent/',
    againPath: '/register/again/',
    cookie: 'portico_registered',
    tellsRefusal: true,
  },
}

/** Sets a new password. */
const recovery: AccountLinkRules = {
  kind: 'recovery',
  token: 'recovery-link',
  lifetimeSeconds: HALF_HOUR_SECONDS,
  path: '/recover/confirm/',
  donePath: '/recover/done/',
  invalid: { words: invalidLinkWords('recovery'), path: PATHS.recover, setsPassword: true },
  event: 'recovery-requested',
  limits: { perIp: 'recover-per-ip', perEmail: 'recover-per-email' },
  askPath: PATHS.recover,
  mailedTo: 'typed-address',
  sent: {
    words: sentLinkWords('recovery'),
    path: '/recover/sent/',
    againPath: '/recover/again/',
    cookie: 'portico_recovering',
  },
  letter: letterOf('recovery'),
}

/** Makes the browser that opens it known to the account, so that it may try the password. */
const newBrowser: AccountLinkRules = {
  kind: 'new-browser',
  token: 'browser-link',
  lifetimeSeconds: HALF_HOUR_SECONDS,
  path: '/login/new-browser/confirm/',
  invalid: { words: invalidLinkWords('new-browser'), path: PATHS.login },
  event: 'browser-link-requested',
  limits: { perIp: 'browser-link-per-ip', perEmail: 'browser-link-per-email' },
  askPath: PATHS.newBrowser,
  beginPath: PATHS.login,
  mailedTo: 'typed-address',
  sent: {
    words: sentLinkWords('new-browser'),
    path: '/login/new-browser/sent/',
    againPath: '/login/new-browser/again/',
    cookie: 'portico_new_browser',
  },
  letter: letterOf('new-browser'),
}

/** Verifies the address of the account again, with the password. So a new password does not end it. */
const verification: AccountLinkRules = {
  kind: 'verification',
  token: 'verification-link',
  lifetimeSeconds: DAY_SECONDS,
  path: '/account/verification/confirm/',
  donePath: '/account/verification/done/',
  invalid: { words: invalidLinkWords('verification'), path: PATHS.account },
  event: 'verification-requested',
  limits: { perIp: 'recover-per-ip', perEmail: 'recover-per-email' },
  askPath: '/account/verification/',
  beginPath: PATHS.account,
  mailedTo: 'account',
  sent: {
    words: sentLinkWords('verification'),
    path: '/account/verification/sent/',
    againPath: '/account/verification/again/',
    cookie: 'portico_verifying',
    tellsRefusal: true,
  },
  letter: letterOf('verification'),
}

/** The kinds of mailed links that no room of the top storey brings. */
export const LINK_KINDS = { registration, recovery, 'new-browser': newBrowser, verification } as const

/** What ends links of a citizen before their time. Everything that ends all access ends those of every kind. */
export type LinkEnd = 'new-password' | 'verification' | 'everything' | 'erasure'

/** The links in rows: those of these kinds, or all but these. */
export type Ended = { readonly only: readonly string[] } | { readonly but: readonly string[] }

/** The kind of the link with which an owner takes the account back: whoever has taken it must not end that. The change that it is about ends it. */
export const OUTLASTING = 'keep-address'

/** The links of a citizen that each end takes. A room's links go with a new password. A registration has no citizen yet. */
export const ENDED: Readonly<Record<LinkEnd, Ended>> = {
  verification: { only: ['verification'] },
  'new-password': { but: ['registration', 'verification', OUTLASTING] },
  everything: { but: ['registration', OUTLASTING] },
  erasure: { but: ['registration'] },
}
