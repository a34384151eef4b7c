/**
 * The `portico-program` command: init, keygen, migrate, doctor, purge. It reads the same environment variables as the
 * program, and uses the PostgreSQL driver that the program has installed.
 */
export { type CommandOutput, runCommand } from './run-command.ts'
