/** What the peer's process is told. */
export interface PeerSettings {
  readonly port: number
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
  readonly socketDir: string
  readonly postgresPort: number
  readonly user: string
  readonly database: string
}

/** The scope that programs ask the peer for; it gives refresh tokens without `offline_access`, which would ask each time. */
export const PEER_SCOPE = 'openid profile email'
