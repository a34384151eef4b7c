/** One room of a package: a folder of its sources. */
export interface Room {
  /** It imports from these rooms, by their doors. It reads their tables, and the tables of the rooms below them. */
  readonly looksDownOn: readonly string[]
  /** Its tables: no other room writes them. */
  readonly tables?: readonly string[]
}

/** What a room does with tables of other rooms although the rooms do not allow it. */
export interface Exception {
  readonly room: string
  readonly reads?: readonly string[]
  readonly writes?: readonly string[]
  readonly because: string
}

/** Stands in SQL for whichever table running code names. */
export const ANY_TABLE = 'any_table'

/**
 * The plan of one package. `.dependency-cruiser.cjs` holds the imports against it, and
 * `scripts/checks/rooms-and-tables.ts` the SQL.
 */
export interface Plan {
  /** The folder of the rooms. Every room stands on `platform`. */
  readonly src: string
  readonly rooms: Readonly<Record<string, Room>>
  /** At most two. One that nothing needs any more fails the check. */
  readonly exceptions: readonly Exception[]
  /** Names in SQL that only running code knows: by file and variable, the text that the check reads in its place. */
  readonly standIns: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Files that pass on SQL which is written elsewhere, and in how many places each does. */
  readonly passesOn: Readonly<Record<string, number>>
}

/** What a page is made of. */
const OF_PAGES = ['audit', 'hosted-page', 'pages']

/** What shows a page to whom. */
const SHOWN = ['access', ...OF_PAGES]

/** What the rooms of pages look down on. */
const BELOW_PAGES = ['oauth', 'guesses', 'citizens', 'passwords', 'rate-limits', 'mail', ...SHOWN]
const BELOW_FACTORS = ['factors', 'moments', 'sign-in', ...BELOW_PAGES]
const BELOW_WAITING = ['moments', 'sign-in', 'mailed-links', ...BELOW_PAGES]

/** What the rooms look down on that decide what a mailed link does. */
const BEHIND_LINKS = ['sign-in', 'mailed-links', 'guesses', 'citizens', 'passwords', 'mail', ...OF_PAGES]

/** Rooms that can be taken away with their folder and their line in `rooms.ts`: no other file names one, also no test. */
export const REMOVABLE = [
  'activity',
  'api-document',
  'audit-forward',
  'bring-citizens',
  'change-address',
  'closing',
  'data-download',
  'ended-feed',
  'foreign-passwords',
  'lost-app',
  'machine-keys',
  'passkeys',
  'second-factor',
  'support',
]

/** The identity service. */
export const IDENTITY: Plan = {
  src: 'packages/identity/src',
  rooms: {
    platform: { looksDownOn: [], tables: ['schema_migrations', 'migration_batches', 'database_timelines'] },
    brand: { looksDownOn: [] },
    pages: { looksDownOn: ['brand'] },
    audit: { looksDownOn: [], tables: ['audit_events', 'audit_exports'] },
    'audit-seals': { looksDownOn: ['audit'], tables: ['audit_seals'] },
    'rate-limits': { looksDownOn: [], tables: ['rate_counters'] },
    mail: { looksDownOn: ['audit', 'pages', 'brand'], tables: ['outbox', 'refused_letters'] },
    metrics: { looksDownOn: [] },
    health: { looksDownOn: [] },
    passwords: { looksDownOn: ['rate-limits'] },
    // It has no table: the place of a key stands where a private key would.
    pkcs11: { looksDownOn: [], tables: [] },
    'signing-keys': { looksDownOn: ['audit'], tables: ['signing_keys'] },
    citizens: { looksDownOn: ['audit'], tables: ['citizens', 'login_emails', 'suspensions'] },
    'audit-log': { looksDownOn: ['citizens', 'audit'] },
    'audit-forward': {
      looksDownOn: ['moments', 'audit-log', 'audit-seals', 'citizens', 'audit'],
      tables: ['audit_destinations'],
    },
    instances: { looksDownOn: ['moments'], tables: ['instances'] },
    operators: { looksDownOn: ['access', 'clients', 'citizens', 'audit'], tables: ['operators'] },
    'break-glass': {
      looksDownOn: ['moments', 'operators', 'citizens', 'mail', 'audit'],
      tables: ['break_glass', 'break_glass_uses'],
    },
    clients: { looksDownOn: ['audit'], tables: ['clients', 'client_secrets'] },
    'client-file': { looksDownOn: ['moments', 'access', 'clients', 'audit'], tables: [] },
    guesses: {
      looksDownOn: ['citizens', 'rate-limits', 'audit'],
      tables: ['sign_in_failures', 'known_devices', 'guessed_addresses'],
    },
    access: {
      looksDownOn: ['clients', 'citizens', 'audit'],
      tables: ['sessions', 'connections', 'authorization_codes', 'grants', 'access_tokens'],
    },
    'hosted-page': { looksDownOn: ['access', 'audit', 'pages'], tables: ['answered_forms'] },
    oauth: { looksDownOn: ['clients', 'citizens', 'signing-keys', 'rate-limits', ...SHOWN] },
    'ended-feed': {
      looksDownOn: ['oauth', 'access', 'clients', 'citizens', 'rate-limits', 'audit'],
      tables: ['ended_feeds'],
    },
    'mailed-links': {
      looksDownOn: ['moments', 'oauth', 'citizens', 'rate-limits', 'mail', 'audit', 'hosted-page', 'pages'],
      tables: ['mailed_links'],
    },
    enrollment: { looksDownOn: BEHIND_LINKS },
    recovery: { looksDownOn: ['moments', ...BEHIND_LINKS] },
    moments: { looksDownOn: ['operators', 'access', 'citizens', 'rate-limits', 'mail', 'audit', 'pages'] },
    'sign-in': { looksDownOn: BELOW_PAGES },
    factors: { looksDownOn: ['moments', 'sign-in', ...BELOW_PAGES] },
    passkeys: { looksDownOn: BELOW_FACTORS, tables: ['passkeys', 'passkey_offers', 'spent_challenges'] },
    'bring-citizens': {
      looksDownOn: ['foreign-passwords', 'moments', 'citizens', 'mail', 'pages', 'audit'],
      tables: [],
    },
    // It has no table: a sealed hash stands where ours stand.
    'foreign-passwords': { looksDownOn: ['sign-in', 'passwords', 'citizens'], tables: [] },
    'second-factor': {
      looksDownOn: BELOW_FACTORS,
      tables: ['authenticators', 'recovery_codes', 'former_codes', 'half_sign_ins', 'wrong_codes'],
    },
    'lost-app': { looksDownOn: ['second-factor', ...BELOW_WAITING], tables: ['app_removals'] },
    'change-address': { looksDownOn: BELOW_WAITING, tables: ['address_changes'] },
    'account-home': { looksDownOn: ['moments', 'hosted-page', 'pages'] },
    'account-pages': { looksDownOn: ['moments', 'sign-in', 'mailed-links', 'clients', ...BELOW_PAGES] },
    activity: { looksDownOn: ['investigations', 'moments', 'mailed-links', 'clients', ...BELOW_PAGES] },
    closing: { looksDownOn: ['moments', 'sign-in', ...BELOW_PAGES], tables: ['closings'] },
    support: { looksDownOn: ['moments', 'audit-log', 'refusals', 'clients', 'citizens'], tables: [] },
    refusals: { looksDownOn: ['moments'], tables: ['refused_requests'] },
    investigations: { looksDownOn: ['moments', 'citizens', 'audit'], tables: ['investigations'] },
    'four-eyes': {
      looksDownOn: ['moments', 'operators', 'audit-log', 'citizens', 'audit'],
      tables: ['waiting_acts'],
    },
    'console-orders': { looksDownOn: ['moments', 'citizens'], tables: ['console_orders'] },
    'machine-keys': {
      looksDownOn: ['moments', 'operators', 'audit'],
      tables: ['machine_keys', 'machine_key_guesses', 'machine_requests'],
    },
    'data-download': { looksDownOn: ['moments', 'sign-in', ...BELOW_PAGES], tables: [] },
    'api-document': { looksDownOn: ['oauth', 'pages'] },
    'known-addresses': { looksDownOn: ['pages'] },
    distribution: { looksDownOn: ['rate-limits', 'audit'] },
    development: { looksDownOn: ['mail', 'pages'] },
    'console-role': { looksDownOn: [] },
    backups: { looksDownOn: ['signing-keys', 'citizens', 'audit'] },
    command: {
      looksDownOn: [
        'brand',
        'break-glass',
        'backups',
        'console-orders',
        'console-role',
        'distribution',
        'investigations',
        'audit-log',
        'audit-seals',
        'signing-keys',
        'moments',
        'access',
        'guesses',
        'clients',
        'operators',
        ...['citizens', 'rate-limits', 'mail', 'audit'],
      ],
    },
  },
  exceptions: [
    {
      room: 'access',
      writes: ['audit_events'],
      because: 'Redeeming a code is one statement, so that its event is there if and only if the grant is.',
    },
  ],
  standIns: {
    // Backups read and write whole tables, whichever there are.
    'backups/bulk.ts': {
      table: ANY_TABLE,
      names: 'any_column',
      dropped: 'drop index any_index',
      made: 'create index any_index on any_table (any_column)',
    },
    // A rehearsal counts the rows of each table.
    'distribution/distribution-store.ts': { table: ANY_TABLE },
    // A migration in batches says which table and key it runs by.
    'platform/postgres/migrate-batches.ts': { table: ANY_TABLE, key: 'any_column', rows: '1' },
  },
  passesOn: {
    'platform/postgres/connect.ts': 1,
    'platform/postgres/connection-pool.ts': 1,
    'platform/postgres/connection.ts': 4,
    'platform/postgres/open-connection.ts': 1,
    'platform/postgres/session.ts': 2,
    // Parts that are statements of their own, joined.
    'platform/postgres/select-values.ts': 1,
    'platform/postgres/traced.ts': 1,
    'platform/postgres/transaction.ts': 2,
    // A statement of another file, about a part of its tables.
    'platform/postgres/part-statement.ts': 3,
    'platform/postgres/parts.ts': 2,
    'platform/postgres/workers.ts': 1,
    // Three statements, made and sent. Its callers name the table, and the check reads that.
    'platform/postgres/purge-expired.ts': 6,
    // Views of all tables, and the rights on them.
    'console-role/run-made.ts': 1,
    // The texts of migrations.
    'platform/postgres/migrate.ts': 1,
    'platform/postgres/migrate-batches.ts': 1,
  },
}

/** The tables of a program's store. */
const STORE_TABLES = [
  ...['meta', 'identities', 'pending', 'handoffs', 'sessions', 'access_tokens'],
  ...['spent_refresh', 'tickets', 'throttle', 'revocations', 'housekeeping'],
]

/** The package of programs: frameworks and the command stand on top, the test kit beside. */
export const PROGRAM: Plan = {
  src: 'packages/program/src',
  rooms: {
    platform: { looksDownOn: [] },
    sealing: { looksDownOn: [] },
    store: {
      looksDownOn: [],
      tables: [
        ...STORE_TABLES.map((table) => `sso.${table}`),
        'sso.timelines',
        // The same in a file of SQLite, and in MySQL or MariaDB.
        ...STORE_TABLES.map((table) => `sso_${table}`),
        // The accounts of a program that has no table of its own yet.
        'citizens',
      ],
    },
    central: { looksDownOn: [] },
    cookies: { looksDownOn: [] },
    sessions: { looksDownOn: ['cookies', 'central', 'store', 'sealing'] },
    tickets: { looksDownOn: ['sessions', 'cookies', 'store'] },
    routes: { looksDownOn: ['tickets', 'sessions', 'cookies', 'central', 'store'] },
    frameworks: { looksDownOn: ['sessions'] },
    command: { looksDownOn: ['store', 'sealing'] },
    testing: { looksDownOn: ['store', 'sealing'] },
  },
  exceptions: [],
  standIns: {
    '*': { schema: 'sso' },
    // The program's own select for its accounts.
    'store/postgres/access-statement.ts': { accounts: 'select 1' },
    // What it is called where the program says nothing.
    'store/postgres/starter-accounts.ts': { table: 'citizens' },
    'store/statements/starter-accounts.ts': { table: 'citizens', columns: 'id text', texts: 'name, email' },
    // As many places as one statement has keys.
    'store/statements/purge.ts': { keys: '$1' },
  },
  passesOn: {
    'store/postgres/connection.ts': 4,
    'store/postgres/postgres-js-rows.ts': 1,
    'store/postgres/leased.ts': 1,
    'store/postgres/proof-statement.ts': 1,
    'store/postgres/postgres-store.ts': 1,
    'store/postgres/common-statements.ts': 2,
    // The steps of MIGRATIONS.
    'store/postgres/migrations.ts': 1,
    'store/sqlite/migrations.ts': 1,
    'store/sqlite/statements-over.ts': 2,
    'store/mysql/connection.ts': 2,
    'store/mysql/migrate-schema.ts': 3,
  },
}

/** The gate, which stands on the package of programs. It has no SQL of its own. */
export const GATE: Plan = {
  src: 'packages/gate/src',
  rooms: {
    platform: { looksDownOn: [] },
    settings: { looksDownOn: [] },
    metrics: { looksDownOn: [] },
    init: { looksDownOn: [] },
    hooks: { looksDownOn: ['settings'] },
    paths: { looksDownOn: ['settings'] },
    'identity-header': { looksDownOn: ['settings'] },
    'forward-auth': { looksDownOn: ['identity-header', 'paths'] },
    'reverse-proxy': { looksDownOn: ['identity-header', 'paths', 'settings'] },
  },
  exceptions: [],
  standIns: {},
  passesOn: {},
}
