/**
 * The console of operators: a program of its own, with a port, a cookie and a PostgreSQL role of its own, off unless somebody starts it. Operators sign in with the accounts
 * that they have as citizens, with a passkey or a code; who they are here is a row of the identity service (`portico operator add`) and no claim. Its role reads views without secrets and adds
 * to the audit, and can change nothing else. Every page works without a script.
 *
 * To take it away, delete the folder of the package and the lines that `scripts/remove-room.test.ts` names.
 */
export { type ConsoleConfig, ConsoleConfigFaults, readConsoleConfig } from './config.ts'
export { runConsole } from './run-console.ts'
export { type RunningConsole, startConsole } from './start-console.ts'
