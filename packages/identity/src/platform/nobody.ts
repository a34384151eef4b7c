import type { TokenKey } from './opaque-token.ts'

/** An id that no citizen has. With it, what nobody owns costs the same statements as anything else. */
export const NOBODY = '00000000-0000-0000-0000-000000000000'

/** The key of no token. A statement that finds nothing with it still checks the rest. */
export const NO_TOKEN: TokenKey = { citizenId: NOBODY, hash: Buffer.alloc(32) }
