const BACKUPS = [
  ...['backup', 'backup-check', 'restore', 'restore-versions', 'restore-revives-nothing'],
  ...['restore-older', 'restore.process', 'after-recovery.process'],
].map((name) => `packages/identity/src/command/${name}.test.ts`)

const MIGRATIONS = ['migrate', 'migrate.process', 'migrate-online'].map(
  (name) => `packages/identity/src/platform/postgres/${name}.test.ts`,
)

/** The console's own role reads through views with the rights of their owner. Citus asks the other servers with the role itself. */
const CONSOLE = [
  ...['break-glass/break-glass', 'command/console-prepare'],
  ...['console-role/console-rights', 'console-role/console-role'],
].map((name) => `packages/identity/src/${name}.test.ts`)

/**
 * Tests of what only one server does: backups of the whole database, migrations of an empty one, the plans of statements that
 * many requests share, the role of the console, how COPY waits, and the embedded server.
 */
const ONE_SERVER_TESTS: readonly string[] = [
  ...BACKUPS,
  ...MIGRATIONS,
  ...CONSOLE,
  'packages/identity/src/hot-statements.test.ts',
  'packages/identity/src/migrations.test.ts',
  'packages/identity/src/open-database.test.ts',
  'packages/identity/src/platform/postgres/copy.test.ts',
]

/** The test files that are left out where `PORTICO_TEST_CITUS_URL` names a distributed database. Says so. */
export function leftOutTests(environment: NodeJS.ProcessEnv): readonly string[] {
  if (!environment['PORTICO_TEST_CITUS_URL']) return []
  process.stderr.write(
    `portico: on Citus, ${ONE_SERVER_TESTS.length} test files about a single server are left out (scripts/one-server-tests.ts)\n`,
  )
  return ONE_SERVER_TESTS
}
