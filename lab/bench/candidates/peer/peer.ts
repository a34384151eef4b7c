import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { cookieHeader } from '../../../../journeys/kit/http/request.ts'
import { authorizePath, type Person, type Provider } from '../../../../journeys/kit/oauth-requests.ts'
import { createDatabase, withClient } from '../../../../journeys/kit/postgres-server.ts'
import { basic } from '../../../../packages/identity/testing/people.ts'
import { TestBrowser } from '../../../../packages/identity/testing/test-browser.ts'
import type { Testbed } from '../../testbed.ts'
import type { Candidate } from '../candidate.ts'
import { providerLoad } from '../provider-load.ts'
import { type StartedServer, startServer } from '../start-server.ts'

/** The settings of the peer's process. */
export interface PeerSettings {
  readonly port: number
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
  readonly scope: string
  readonly databaseUrl: string
}

const CLIENT = {
  clientId: 'permits',
  clientSecret: randomBytes(32).toString('base64url'),
  redirectUri: 'https://permits.example.test/api/v1/sso/callback/',
  // It issues refresh tokens without `offline_access`, because that would show a consent page each time.
  scope: 'openid profile email',
}

/** One table for everything, as JSON. */
const SCHEMA = `
  create table oidc (
    model text not null,
    id text not null,
    payload jsonb not null,
    grant_id text,
    user_code text,
    uid text,
    expires_at timestamptz,
    consumed_at timestamptz,
    primary key (model, id)
  );
  create index oidc_by_grant on oidc (grant_id) where grant_id is not null;
  create index oidc_by_user_code on oidc (user_code) where user_code is not null;
  create index oidc_by_uid on oidc (model, uid) where uid is not null;
`

const PROGRAM = fileURLToPath(new URL('./peer-process.mjs', import.meta.url))

/** The peer on one Node: its name in the report, and how to start it on its own database. */
export interface Peer {
  readonly name: string
  start(): Promise<StartedServer>
}

/** The peer on Portico's Node, and on the machine's own Node if that is another major version: a deployment uses that one. */
export async function openPeers(testbed: Testbed): Promise<readonly Peer[]> {
  const own = await openPeer(testbed, { name: 'oidc-provider', database: 'peer', node: process.execPath })
  const node = process.env['PORTICO_LAUNCHED_BY'] ?? process.execPath
  const [major] = execFileSync(node, ['--version'], { encoding: 'utf8' }).slice(1).split('.')
  if (major === process.versions.node.split('.')[0]) return [own]
  const other = { name: `oidc-provider on Node ${major}`, database: 'peer_on_machine_node', node }
  return [own, await openPeer(testbed, other)]
}

async function openPeer(
  testbed: Testbed,
  { name, database, node }: { readonly name: string; readonly database: string; readonly node: string },
): Promise<Peer> {
  const databaseUrl = await createDatabase(testbed.postgres, database)
  await withClient(testbed.postgres, database, (client) => client.query(SCHEMA))
  const path = '/.well-known/openid-configuration'
  const settings = { ...CLIENT, databaseUrl }
  const start = () =>
    startServer<PeerSettings>(testbed, { name: database, file: PROGRAM, node, path, settings })
  return { name, start }
}

/** Signs people in at the peer. */
export async function peerCandidate(server: StartedServer, name: string, count: number): Promise<Candidate> {
  const provider: Provider = {
    ...CLIENT,
    port: server.port,
    basic: basic(CLIENT.clientId, CLIENT.clientSecret),
    redirectStatus: 303,
    // Without the hint it would search the refresh tokens, too.
    introspectionHint: { token_type_hint: 'access_token' },
    paths: {
      authorize: '/auth',
      token: '/token',
      introspect: '/token/introspection',
      userinfo: '/me',
      revoke: '/token/revocation',
    },
  }
  const people: Person[] = []
  for (let index = 0; index < count; index += 1)
    people.push(await signIn(provider, `citizen-${String(index).padStart(6, '0')}`))
  return {
    name,
    server,
    operations: ['introspection', 'userinfo', 'authorize', 'refresh', 'code-exchange'],
    prepare: (wanted) => providerLoad(provider, people, wanted),
  }
}

/** Signs a browser in at the peer. Later requests use its session. */
async function signIn(provider: Provider, subject: string): Promise<Person> {
  const browser = new TestBrowser(`http://localhost:${provider.port}`)
  const { location, status } = await browser.get(`${authorizePath(provider)}&login_hint=${subject}`)
  if (!location?.startsWith(provider.redirectUri))
    throw new Error(`The peer's sign-in stopped at ${status} ${location}`)
  const session = [...browser.cookies].filter(([name]) => name.startsWith('_session'))
  return { subject, cookie: cookieHeader(session) }
}
