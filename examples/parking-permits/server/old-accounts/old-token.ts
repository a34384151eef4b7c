import { createHash, randomBytes } from 'node:crypto'

const PREFIX = 'old_'

/** The lifetime of an old session. */
export const OLD_SESSION_SECONDS = 8 * 60 * 60

/** Makes a token of 256 random bits. Its prefix differs from those of the central sign-in. */
export const randomOldToken = (): string => PREFIX + randomBytes(32).toString('base64url')

/** Only this hash of a token is stored. */
export const hashOldToken = (token: string): string => createHash('sha256').update(token).digest('hex')
