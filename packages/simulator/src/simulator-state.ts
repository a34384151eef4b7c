import type { Citizen } from '@portico/identity/parts'
import type { FaultName } from './fault.ts'
import type { FaultSetting } from './fault-board.ts'
import type { LoggedRequest } from './request-log.ts'
import type { TestClient } from './test-client.ts'
import type { ProgramClock } from './travelling-clock.ts'

/** Everything that the control page and the API show. */
export interface SimulatorState {
  readonly url: string
  readonly mailboxUrl: string
  readonly client: TestClient
  readonly password: string
  readonly citizens: readonly (Pick<
    Citizen,
    'subject' | 'email' | 'emailVerified' | 'fullName' | 'standing'
  > & {
    readonly purpose: string
  })[]
  readonly faults: Readonly<Record<FaultName, FaultSetting>>
  readonly time: {
    /** Seconds since 1970. */
    readonly now: number
    readonly aheadSeconds: number
    readonly programClock: ProgramClock
  }
  readonly requests: readonly LoggedRequest[]
}

/** The settings of `@portico/program`, as lines of a `.env` file. `SSO_ENCRYPTION_KEYS` is for development alone. */
export function programSettings({ url, client }: Pick<SimulatorState, 'url' | 'client'>): readonly string[] {
  return [
    `SSO_IDENTITY_URL=${url}`,
    `SSO_CLIENT_ID=${client.clientId}`,
    `SSO_CLIENT_SECRET=${client.clientSecret}`,
    'SSO_PROGRAM_URL=http://localhost:3000',
    'SSO_RETURN_URIS=http://localhost:3000/signed-in',
    `SSO_ENCRYPTION_KEYS=dev:${Buffer.from('only for development, never else').toString('base64')}`,
  ]
}

/** The same for any OpenID Connect library. */
export function oidcSettings({
  url,
  client,
}: Pick<SimulatorState, 'url' | 'client'>): readonly (readonly [name: string, value: string])[] {
  return [
    ['Issuer', url],
    ['Discovery', `${url}/.well-known/openid-configuration`],
    ['Client id', client.clientId],
    ['Client secret', client.clientSecret],
    ['Client authentication', 'client_secret_basic'],
    ['Scope', 'openid profile email offline_access'],
    ['PKCE', 'S256, always'],
    ['Nonce and state', 'always'],
    ['Redirect URI', 'any address on localhost, 127.0.0.1 or [::1]'],
    ['Introspection', `${url}/api/integrations/introspect/`],
  ]
}
