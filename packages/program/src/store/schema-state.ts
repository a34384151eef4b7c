import type { Logger } from '../platform/index.ts'
import type { SsoStore } from './sso-store.ts'
import type { Statements } from './statements/database.ts'
import { type MigrateOptions, ownerIn, type StoreOwner } from './store-owner.ts'

/** The version of a store's schema. */
export interface SchemaState {
  /** 0 if there is no schema. */
  readonly version: number
  /** The oldest code that may run on it, as the version that the code needs. */
  readonly fitsFrom: number
  /** The program that the store belongs to. Null before the first `migrate` that names one. */
  readonly owner: StoreOwner | null
}

/** The state of a store without a schema. */
export const NO_SCHEMA: SchemaState = { version: 0, fitsFrom: 0, owner: null }

/** Writes whose store it is, in the schema's own row. */
export async function writeOwner<Tx>(
  db: Statements<Tx>,
  { issuer, clientId }: StoreOwner,
  tx?: Tx,
): Promise<void> {
  await db.execute('update sso_meta set issuer = $1, client_id = $2', [issuer, clientId], tx)
}

/** Writes the version of the schema, and the oldest code that fits it. */
export async function writeVersion<Tx>(
  db: Statements<Tx>,
  { version, fitsFrom }: Omit<SchemaState, 'owner'>,
  tx?: Tx,
): Promise<void> {
  await db.execute('update sso_meta set version = $1, fits_from = $2', [version, fitsFrom], tx)
}

/**
 * Reads the schema's own row. Earlier releases made the table without some columns. If `fits_from` is missing or null, only
 * code of the same version may run on it.
 */
export async function readMeta<Tx>(db: Statements<Tx>, tx?: Tx): Promise<SchemaState> {
  const [meta] = await db.query('select * from sso_meta', [], tx)
  const version = Number(meta?.['version'] ?? 0)
  return { version, fitsFrom: Number(meta?.['fits_from'] ?? version), owner: ownerIn(meta) }
}

/** Who migrates, and how. */
export interface Migrating {
  readonly program: StoreOwner | undefined
  readonly options: MigrateOptions
}

/** Whether code that needs this version may run on a schema. */
export function fits({ version, fitsFrom }: Omit<SchemaState, 'owner'>, needed: number): boolean {
  return version === needed || (version > needed && fitsFrom <= needed)
}

/** The result of a migration. `isNewer`: the schema is newer than this code, and this code may run on it. */
export interface Migrated {
  readonly from: number
  readonly to: number
  readonly isNewer: boolean
}

/** The result where the schema stays as it is. */
export function unchanged({ version }: SchemaState, needed: number): Migrated {
  return { from: version, to: version, isNewer: version > needed }
}

/** What a store says of its schema. */
interface Schema {
  /** The version that this code needs. */
  readonly needed: number
  migrate(migrating: Migrating): Promise<Migrated>
  state(): Promise<SchemaState>
  readonly logger: Logger
  /** Where the schema is, for the log. */
  readonly place?: Readonly<Record<string, string>>
}

/** The steps of a store that are about its schema. That it is newer than this code is logged once. */
export function schemaSteps({
  needed,
  migrate,
  state,
  logger,
  place,
}: Schema): Pick<SsoStore, 'migrate' | 'version'> {
  const logged = { isNewer: false }
  return {
    async migrate(program, options = {}) {
      const { from, to, isNewer } = await migrate({ program, options })
      if (isNewer && !logged.isNewer) logger.log('warn', 'schema_is_newer', { ...place, version: to, needed })
      logged.isNewer ||= isNewer
      return { from, to }
    },
    async version() {
      const found = await state()
      return { current: found.version, needed, fits: fits(found, needed), owner: found.owner }
    },
  }
}
