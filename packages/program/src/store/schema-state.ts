import type { MigrateOptions, StoreOwner } from './store-owner.ts'

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
