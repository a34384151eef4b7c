/**
 * The `portico-program` command: init, keygen, migrate, doctor, purge. It reads the same environment variables as the
 * program, and uses the PostgreSQL driver that the program has installed. A program with a command of its own can offer
 * the same (`@portico/program/command`).
 */
export { type CommandAdditions, type CommandOutput, runCommand } from './run-command.ts'
