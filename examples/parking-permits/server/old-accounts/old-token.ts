import { createHash, randomBytes } from 'node:crypto'

const PREFIX = 'old_'

/** How long an old session lasts. */
export const OLD_SESSION_SECONDS = 8 * 60 * 60

/** A fresh token of 256 random bits; it looks like no token of the central sign-in. */
export const randomOldToken = (): string => PREFIX + randomBytes(32).toString('base64url')

/** What is kept of a token. */
export const hashOldToken = (token: string): string => createHash('sha256').update(token).digest('hex')
