import type { EmbeddedTrouble } from '@portico/embedded-postgres'
import { EndedAtStart } from '@portico/processes'
import { ExportTrouble } from '../audit-log/index.ts'
import { BackupTrouble } from '../backups/index.ts'
import { ConfigFaults } from '../config.ts'
import { NoDatabaseServer } from '../load-embedded.ts'
import { DatabaseUnavailable } from '../platform/postgres/database.ts'
import { HalfDistributed } from '../platform/postgres/layout.ts'
import { LockNotAvailable } from '../platform/postgres/lock-retries.ts'
import { RecoveredDatabase } from '../platform/postgres/recovered-database.ts'
import { SchemaDoesNotFit } from '../platform/postgres/schema-range.ts'
import { SecretKeyTrouble } from '../secret-key-file.ts'
import { UnreadableSigningKey } from '../signing-keys/index.ts'

/** Errors with a message for the operator. */
const SAID_WELL = [
  BackupTrouble,
  ConfigFaults,
  EndedAtStart,
  ExportTrouble,
  HalfDistributed,
  LockNotAvailable,
  NoDatabaseServer,
  RecoveredDatabase,
  SchemaDoesNotFit,
  SecretKeyTrouble,
  UnreadableSigningKey,
]

/** Recognised by its name, because the package of the embedded PostgreSQL is loaded only where it is used. */
const EMBEDDED_TROUBLE: EmbeddedTrouble['name'] = 'EmbeddedTrouble'

const OTHER_PORT = 'set another PORTICO_PORT (with PORTICO_BASE_URL) or PORTICO_METRICS_PORT'

/** What an operator can do where the service cannot listen on an address. */
const CANNOT_LISTEN: Readonly<Record<string, string>> = {
  EADDRINUSE: `stop what uses this port, or ${OTHER_PORT}`,
  EACCES: `this user may not listen on this port, so ${OTHER_PORT}`,
  EADDRNOTAVAIL: 'set PORTICO_HOST to an address of this machine',
}

const SQLSTATE = /^[0-9A-Z]{5}$/

/**
 * What the operator reads about a failure: nothing more where one of several processes has said it. The faults of settings are a list
 * under a heading of its own.
 */
export function complaintsAbout(error: unknown): readonly string[] {
  if (error instanceof EndedAtStart && error.hasSaidWhy) return []
  return [error instanceof ConfigFaults ? error.message : `portico: ${sayWhy(error)}`]
}

/** Each fault of the settings; none where the failure is another one. */
export function faultsIn(error: unknown): readonly string[] {
  return error instanceof ConfigFaults ? error.faults : []
}

/** A failure as a name for programs, such as `database-unavailable`. */
export function nameOf(error: unknown): string {
  if (!(error instanceof Error) || !(isSaidWell(error) || error instanceof DatabaseUnavailable))
    return 'unexpected'
  return error.name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase()
}

/** The reason of a failure, in one sentence. */
export function sayWhy(error: unknown): string {
  if (!(error instanceof Error)) return `Something unexpected went wrong: ${String(error)}`
  if (isSaidWell(error)) return error.message
  if (error instanceof DatabaseUnavailable) return sayOutage(error)
  const code = 'code' in error ? String(error.code) : ''
  const remedy = isAboutPort(error) ? CANNOT_LISTEN[code] : undefined
  if (remedy) return `Portico cannot listen (${error.message}): ${remedy}.`
  if (SQLSTATE.test(code))
    return `The database refused: ${error.message}. Check PORTICO_DATABASE_URL and the rights of its user.`
  return `Something unexpected went wrong: ${error.message}`
}

/** One of several processes asks its parent for the port, which says `bind`. */
function isAboutPort(error: Error): boolean {
  return 'syscall' in error && (error.syscall === 'listen' || error.syscall === 'bind')
}

function isSaidWell(error: Error): boolean {
  return error.name === EMBEDDED_TROUBLE || SAID_WELL.some((kind) => error instanceof kind)
}

/** Citus does not reach another server from the one that was asked. */
const REMOTE_NODE = /connection to the remote node (?:\S+@)?(\S+:\d+) failed/

function sayOutage(error: Error): string {
  const cause = error.cause instanceof Error ? error.cause : error
  const [, place] = REMOTE_NODE.exec(cause.message) ?? []
  if (place)
    return `The database server that PORTICO_DATABASE_URL names does not reach ${place} (${cause.message}): run portico doctor, which says what is missing.`
  return `The database cannot be reached (${cause.message}): check that it runs, takes writes (a replica does not), and that PORTICO_DATABASE_URL names it.`
}
