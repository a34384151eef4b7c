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
  /** At most two. */
  readonly exceptions: readonly Exception[]
  /** What breaks the plan today. An entry that nothing needs any more fails the check. */
  readonly toBeRemoved: readonly Exception[]
  /** Names in SQL that only running code knows: by file and variable, the text that the check reads in its place. */
  readonly standIns: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Files that pass on SQL which is written elsewhere, and in how many places each does. */
  readonly passesOn: Readonly<Record<string, number>>
}

const PAGE_ROOMS = ['citizens', 'passwords', 'rate-limits', 'mail', 'audit', 'visits', 'pages']

/** The identity service. */
export const IDENTITY: Plan = {
  src: 'packages/identity/src',
  rooms: {
    platform: { looksDownOn: [], tables: ['schema_migrations'] },
    pages: { looksDownOn: [] },
    visits: { looksDownOn: ['pages'] },
    audit: { looksDownOn: [], tables: ['audit_events'] },
    'rate-limits': { looksDownOn: [], tables: ['rate_counters'] },
    mail: { looksDownOn: ['audit'], tables: ['outbox'] },
    metrics: { looksDownOn: [] },
    citizens: { looksDownOn: ['audit'], tables: ['citizens', 'login_emails'] },
    'event-list': { looksDownOn: ['citizens', 'audit'] },
    passwords: { looksDownOn: [] },
    'signing-keys': { looksDownOn: ['audit'], tables: ['signing_keys'] },
    clients: { looksDownOn: ['rate-limits', 'audit'], tables: ['clients', 'client_secrets'] },
    tokens: {
      looksDownOn: ['clients', 'signing-keys', 'citizens', 'rate-limits', 'audit'],
      tables: ['authorization_codes', 'grants', 'access_tokens'],
    },
    sessions: {
      looksDownOn: ['tokens', 'citizens', 'audit'],
      tables: ['sessions', 'known_devices', 'guessed_addresses'],
    },
    authorization: {
      looksDownOn: ['tokens', 'sessions', 'clients', 'signing-keys', 'citizens', 'audit', 'visits', 'pages'],
      tables: ['connections'],
    },
    health: { looksDownOn: [] },
    discovery: { looksDownOn: ['signing-keys'] },
    userinfo: { looksDownOn: ['tokens'] },
    introspection: { looksDownOn: ['tokens', 'clients', 'rate-limits'] },
    enrollment: { looksDownOn: ['authorization', 'sessions', ...PAGE_ROOMS], tables: ['registrations'] },
    recovery: { looksDownOn: ['authorization', 'sessions', ...PAGE_ROOMS], tables: ['recovery_links'] },
    'sign-in': { looksDownOn: ['authorization', 'sessions', ...PAGE_ROOMS], tables: ['sign_in_failures'] },
    'account-pages': {
      looksDownOn: ['sign-in', 'authorization', 'tokens', 'sessions', 'clients', ...PAGE_ROOMS],
      tables: ['verification_links'],
    },
    development: { looksDownOn: ['mail', 'pages'] },
    backups: { looksDownOn: ['signing-keys', 'citizens', 'audit'] },
    command: {
      looksDownOn: [
        'backups',
        'event-list',
        'signing-keys',
        'clients',
        'sessions',
        'citizens',
        'rate-limits',
        'mail',
        'audit',
      ],
    },
  },
  exceptions: [
    {
      room: 'tokens',
      writes: ['audit_events'],
      because: 'Redeeming a code is one statement, and its event must not be written without it.',
    },
    {
      room: 'sign-in',
      writes: ['audit_events'],
      because: 'A sign-in in a known browser is one statement, and its event must not be written without it.',
    },
  ],
  toBeRemoved: [
    {
      room: 'citizens',
      writes: ['recovery_links', 'verification_links', 'sessions', 'known_devices', 'connections'],
      because: 'Closing an account erases what is known of the citizen everywhere, in one transaction.',
    },
    {
      room: 'clients',
      reads: ['citizens', 'grants', 'connections'],
      writes: ['connections'],
      because: 'Removing a program removes its connections; disabling it tells how many grants ended.',
    },
    {
      room: 'tokens',
      reads: ['sessions', 'connections'],
      writes: ['connections'],
      because: 'Sessions, connections, codes, grants and tokens change together.',
    },
    {
      room: 'sign-in',
      writes: ['sessions', 'known_devices', 'guessed_addresses'],
      because: 'A sign-in in a known browser is one statement, and so is counting a guess everywhere.',
    },
  ],
  standIns: {
    // Backups read and write whole tables, whichever there are.
    'platform/postgres/bulk.ts': { table: ANY_TABLE, columns: 'any_column' },
  },
  passesOn: {
    'platform/postgres/transaction.ts': 1,
    // The numbered files of migrations.
    'platform/postgres/migrate.ts': 1,
    'platform/postgres/bulk.ts': 1,
  },
}

/** The package of programs: frameworks and the command stand on top, the test kit beside. */
export const PROGRAM: Plan = {
  src: 'packages/program/src',
  rooms: {
    platform: { looksDownOn: [] },
    sealing: { looksDownOn: [] },
    store: {
      looksDownOn: [],
      tables: [
        'sso.meta',
        'sso.identities',
        'sso.pending',
        'sso.handoffs',
        'sso.sessions',
        'sso.access_tokens',
        'sso.spent_refresh',
        'sso.throttle',
        'sso.revocations',
        'sso.housekeeping',
        // The accounts of a program that has no table of its own yet.
        'citizens',
      ],
    },
    central: { looksDownOn: [] },
    sessions: { looksDownOn: ['central', 'store', 'sealing'] },
    routes: { looksDownOn: ['sessions', 'central', 'store'] },
    frameworks: { looksDownOn: ['sessions'] },
    command: { looksDownOn: ['store', 'sealing'] },
    testing: { looksDownOn: ['store', 'sealing'] },
  },
  exceptions: [],
  toBeRemoved: [],
  standIns: {
    '*': { schema: 'sso' },
    // The program's own select for its accounts.
    'store/postgres/access-statement.ts': { accounts: 'select 1' },
    // What it is called where the program says nothing.
    'store/postgres/starter-accounts.ts': { table: 'citizens' },
  },
  passesOn: {
    'store/postgres/connection.ts': 5,
    'store/postgres/postgres-store.ts': 1,
    // The steps of MIGRATIONS.
    'store/postgres/migrations.ts': 1,
  },
}
