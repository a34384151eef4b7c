import type { TokenKey } from './opaque-token.ts'
import { FIRST_UUID } from './uuid.ts'

/** An id that no citizen has. With it, what nobody owns costs the same statements as anything else. */
export const NOBODY = FIRST_UUID

/** The key of no token. A statement that finds nothing with it still checks the rest. */
export const NO_TOKEN: TokenKey = { citizenId: NOBODY, hash: Buffer.alloc(32) }
