import { ACCESS_HEAD } from './access/head.ts'
import { AUDIT_HEAD } from './audit/head.ts'
import type { ByOperator, RoomAwaits } from './audit/index.ts'
import { AUDIT_FORWARD_HEAD } from './audit-forward/head.ts'
import { AUDIT_SEALS_HEAD } from './audit-seals/head.ts'
import type { RoomSendsClosings } from './audit-seals/index.ts'
import { BREAK_GLASS_HEAD } from './break-glass/head.ts'
import { BRING_CITIZENS_HEAD } from './bring-citizens/head.ts'
import { CHANGE_ADDRESS_HEAD } from './change-address/head.ts'
import { CITIZENS_HEAD } from './citizens/head.ts'
import { CLIENT_FILE_HEAD } from './client-file/head.ts'
import { CLIENTS_HEAD } from './clients/head.ts'
import { CLOSING_HEAD } from './closing/head.ts'
import type { Config } from './config.ts'
import { CONSOLE_ORDERS_HEAD } from './console-orders/head.ts'
import { DATA_DOWNLOAD_HEAD } from './data-download/head.ts'
import { FEED_TABLES } from './ended-feed/tables.ts'
import { FOREIGN_PASSWORDS_HEAD } from './foreign-passwords/head.ts'
import { FOUR_EYES_HEAD } from './four-eyes/head.ts'
import { GUESSES_HEAD } from './guesses/head.ts'
import { ANSWER_TABLES } from './hosted-page/tables.ts'
import { INSTANCES_HEAD } from './instances/head.ts'
import { INVESTIGATIONS_HEAD } from './investigations/head.ts'
import { LOST_APP_HEAD } from './lost-app/head.ts'
import { MACHINE_KEYS_HEAD } from './machine-keys/head.ts'
import { MAIL_HEAD } from './mail/head.ts'
import type { LetterNeeds } from './mail/index.ts'
import { MAILED_LINKS_HEAD } from './mailed-links/head.ts'
import type {
  KeepOpen,
  OwnDataOfRooms,
  RoomBeside,
  RoomForOperators,
  SpendsForCitizen,
} from './moments/index.ts'
import { OPERATORS_HEAD } from './operators/head.ts'
import { PASSKEYS_HEAD } from './passkeys/head.ts'
import { PKCS11_HEAD } from './pkcs11/head.ts'
import type { Foundation } from './platform/foundation.ts'
import type { RoomOfKeyToken } from './platform/key-token.ts'
import type { DatabasePool, PoolOptions } from './platform/postgres/connect.ts'
import { OWN_TABLES } from './platform/postgres/own-tables.ts'
import type { Tables } from './platform/postgres/table.ts'
import type { RoomWithTables } from './platform/room/room.ts'
import { LIMIT_TABLES } from './rate-limits/tables.ts'
import { REFUSALS_HEAD } from './refusals/head.ts'
import { SECOND_FACTOR_HEAD } from './second-factor/head.ts'
import type { MayAskForCode } from './sign-in/index.ts'
import { SIGNING_KEYS_HEAD } from './signing-keys/head.ts'
import { SUPPORT_HEAD } from './support/head.ts'

/** What the command gives to an operator's order. */
export type OrderNeeds = LetterNeeds &
  ByOperator &
  MayAskForCode &
  SpendsForCitizen &
  Pick<Config, 'addressChangeWaitDays' | 'lostAppWaitDays' | 'investigationDays'> & {
    readonly keepOpen: KeepOpen
    ownDataOfRooms(): Promise<OwnDataOfRooms>
  }

/** The settings of what rooms do beside the requests. */
export type BesideSettings = Pick<Config, 'baseUrl' | 'auditDestinations'>

/** What the service gives to it. */
export interface BesideNeeds
  extends Pick<Foundation, 'db' | 'clock' | 'random' | 'log'>,
    BesideSettings,
    Pick<Config, 'settingsInForce'> {
  /** Opens a pool, which is closed with the service. */
  openPool(options: Pick<PoolOptions, 'connections' | 'access' | 'deadlineMilliseconds'>): DatabasePool
}

type Head = RoomWithTables &
  RoomForOperators<OrderNeeds> &
  RoomBeside<BesideNeeds, BesideSettings> &
  RoomAwaits<BesideSettings> &
  RoomSendsClosings &
  RoomOfKeyToken

/**
 * What is known of the rooms before their code is loaded: their tables, and what operators may do with one citizen. A command needs no
 * more to open a database. To remove a room of the top storey, delete its line here, too.
 */
export const HEADS: Readonly<Record<string, Head>> = {
  audit: AUDIT_HEAD,
  'audit-seals': AUDIT_SEALS_HEAD,
  'audit-forward': AUDIT_FORWARD_HEAD,
  'rate-limits': { tables: LIMIT_TABLES },
  mail: MAIL_HEAD,
  citizens: CITIZENS_HEAD,
  operators: OPERATORS_HEAD,
  'break-glass': BREAK_GLASS_HEAD,
  clients: CLIENTS_HEAD,
  'client-file': CLIENT_FILE_HEAD,
  'signing-keys': SIGNING_KEYS_HEAD,
  pkcs11: PKCS11_HEAD,
  'ended-feed': { tables: FEED_TABLES },
  passkeys: PASSKEYS_HEAD,
  'foreign-passwords': FOREIGN_PASSWORDS_HEAD,
  'bring-citizens': BRING_CITIZENS_HEAD,
  'second-factor': SECOND_FACTOR_HEAD,
  'lost-app': LOST_APP_HEAD,
  'change-address': CHANGE_ADDRESS_HEAD,
  closing: CLOSING_HEAD,
  'data-download': DATA_DOWNLOAD_HEAD,
  'hosted-page': { tables: ANSWER_TABLES },
  'mailed-links': MAILED_LINKS_HEAD,
  access: ACCESS_HEAD,
  guesses: GUESSES_HEAD,
  support: SUPPORT_HEAD,
  refusals: REFUSALS_HEAD,
  investigations: INVESTIGATIONS_HEAD,
  'four-eyes': FOUR_EYES_HEAD,
  'console-orders': CONSOLE_ORDERS_HEAD,
  instances: INSTANCES_HEAD,
  'machine-keys': MACHINE_KEYS_HEAD,
}

/** The links that each room mails itself. */
export const OWN_LINKS = Object.values(HEADS).flatMap(({ ownLinks }) => ownLinks ?? [])
/** What each room has to say about a caller of the help desk. */
export const EXPLAINS = Object.values(HEADS).flatMap(({ explains }) => explains ?? [])

/** Every table of the database. */
export const TABLES: Tables = Object.assign(
  {},
  ...Object.values(HEADS).map(({ tables }) => tables),
  OWN_TABLES,
)
