/** The version of a store's schema. */
export interface SchemaState {
  /** 0 if there is no schema. */
  readonly version: number
  /** The oldest code that may run on it, as the version that the code needs. */
  readonly fitsFrom: number
}

/** Whether code that needs this version may run on a schema. */
export function fits({ version, fitsFrom }: SchemaState, needed: number): boolean {
  return version === needed || (version > needed && fitsFrom <= needed)
}

/** The result of a migration. `isNewer`: the schema is newer than this code, and this code may run on it. */
export interface Migrated {
  readonly from: number
  readonly to: number
  readonly isNewer: boolean
}
