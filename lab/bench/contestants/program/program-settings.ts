/** What the program of the bench is told. */
export interface ProgramSettings {
  readonly port: number
  readonly socketDir: string
  readonly postgresPort: number
  readonly user: string
  readonly database: string
  readonly identityUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** 32 bytes in base64. */
  readonly encryptionKey: string
  /** When it asks anew; what the program side does by itself where this is missing. */
  readonly validity?: { readonly softMs: number; readonly ceilingMs: number }
}

/** Anybody may ask here. */
export const OPEN_PATH = '/open'

/** Only a citizen may ask here. */
export const GUARDED_PATH = '/guarded'

/** Where the program's app waits for citizens who come back. */
export function returnUriOf(port: number): string {
  return `http://localhost:${port}/signed-in`
}
