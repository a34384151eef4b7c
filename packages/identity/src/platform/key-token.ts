import type { KeyObject } from 'node:crypto'
import type { Log } from './log.ts'
import type { Metric } from './metric.ts'
import type { Random } from './random.ts'
import type { Secret } from './secret.ts'
import { Unavailable } from './unavailable.ts'

/** A device that makes private keys, keeps them, and signs with them: a token (PKCS#11). No private key leaves it. */
export interface KeyToken {
  /** Its label. */
  readonly label: string
  /** Makes an RSA key pair. Throws TokenUnavailable. */
  makeKey(): Promise<TokenKey>
  /**
   * Signs by RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017 section 8.2). What the public key does not verify is never returned: a faulty signature could give the
   * private key away. Throws TokenUnavailable.
   */
  sign(key: TokenKey, content: string): Promise<Buffer>
  /** Whether the token has this key, and this label. Throws TokenUnavailable. */
  holds(uri: string): Promise<boolean>
  /** Asks it something. Throws TokenUnavailable. */
  probe(): Promise<void>
  /** Whether it is open, answers without a long wait, and has signed with this key since it was opened. */
  canSign(key: TokenKey): Promise<boolean>
  readonly metrics: readonly Metric[]
  close(): Promise<void>
}

/** A key pair in a token. */
export interface TokenKey {
  /** Where the private key is (RFC 7512). */
  readonly uri: string
  readonly publicKey: KeyObject
}

/** How a token is opened. */
export interface KeyTokenSettings {
  /** The file of the module that speaks with it (PKCS#11). */
  readonly module: string
  readonly label: string
  readonly pin: Secret
}

/** What opens it. */
export type OpenKeyToken = (
  settings: KeyTokenSettings,
  needs: {
    readonly log: Pick<Log, 'error'>
    readonly random: Random
    /** The variables of this process. */
    readonly environment: Readonly<Record<string, string | undefined>>
  },
) => KeyToken

/** The token does not answer, or refuses. */
export class TokenUnavailable extends Unavailable {
  override readonly name = 'TokenUnavailable'
}

const SCHEME = 'pkcs11:'

/** Whether this is the place of a key in a token, and no key. */
export function isTokenUri(content: Buffer): boolean {
  return content.subarray(0, SCHEME.length).toString('latin1') === SCHEME
}

/** A room that opens tokens. */
export interface RoomOfKeyToken {
  readonly keyToken?: () => Promise<OpenKeyToken>
}
