import type { Result } from '../../platform/result.ts'
import type { TokenRefusal } from '../token-refusal-reply.ts'

/** The body of a successful token reply (RFC 6749 section 5.1, contract section 2.9). */
export interface Tokens {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
  readonly refresh_token?: string
  readonly id_token?: string
  readonly scope: string
}

/** The tokens, why there are none, or that the client has changed since this process read it. */
export type TokenAnswer = Result<Tokens, TokenRefusal | 'client-changed'>
