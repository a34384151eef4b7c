import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { startProgram } from '../machine/child.ts'
import { withClient } from '../machine/postgres-client.ts'
import { createDatabase, type Stage } from '../stage.ts'
import { awaitFirstAnswer, type StartedServer } from './await-first-answer.ts'
import type { Contestant } from './contestant.ts'
import { freePort } from './free-port.ts'
import type { PeerRuntime } from './peer/peer-runtime.ts'
import { PEER_SCOPE, type PeerSettings } from './peer/peer-settings.ts'
import { signInToPeer } from './peer/peer-sign-in.ts'
import { PEER_SCHEMA } from './peer/postgres-adapter.ts'
import type { Provider } from './provider.ts'
import { providerShots } from './provider-shots.ts'

const CLIENT = {
  clientId: 'permits',
  clientSecret: randomBytes(32).toString('base64url'),
  redirectUri: 'https://permits.example.test/api/v1/sso/callback/',
}

/** Makes the peer's database. */
export async function createPeerDatabase(stage: Stage, { database }: PeerRuntime): Promise<void> {
  await createDatabase(stage, database)
  await withClient(stage.postgres, database, (client) => client.query(PEER_SCHEMA))
}

/** Starts the peer on its database. */
export async function startPeer(stage: Stage, { database, file, node }: PeerRuntime): Promise<StartedServer> {
  const port = await freePort()
  const { socketDir, port: postgresPort, user } = stage.postgres
  const settings: PeerSettings = { ...CLIENT, port, socketDir, postgresPort, user, database }
  const since = performance.now()
  const program = startProgram({
    name: database,
    file,
    ...(node === undefined ? {} : { node }),
    args: [JSON.stringify(settings)],
    logFile: join(stage.folder, `${database}.log`),
    onCore: stage.pinning.onServerCore,
  })
  stage.closings.add(() => program.stop())
  const url = `http://127.0.0.1:${port}/.well-known/openid-configuration`
  return { program, port, startMilliseconds: await awaitFirstAnswer(url, since) }
}

/** Signs people in at the peer, and lets it take part. */
export async function peerContestant(
  stage: Stage,
  { name, started }: { readonly name: string; readonly started: StartedServer },
  people: number,
): Promise<Contestant> {
  const { program, port } = started
  const provider = await signPeopleIn(peerProvider(port), people)
  return {
    name,
    servers: [{ pid: program.pid, port }],
    operations: ['introspection', 'userinfo', 'authorize', 'refresh', 'code-exchange'],
    prepare: (wanted) => providerShots(stage.loader, provider, wanted),
  }
}

function peerProvider(port: number): Provider {
  const pair = `${CLIENT.clientId}:${CLIENT.clientSecret}`
  return {
    port,
    basic: `Basic ${Buffer.from(pair).toString('base64')}`,
    clientId: CLIENT.clientId,
    redirectUri: CLIENT.redirectUri,
    scope: PEER_SCOPE,
    redirectStatus: 303,
    // Without the hint it would look for the token among refresh tokens too.
    introspectionExtra: '&token_type_hint=access_token',
    people: [],
    paths: {
      authorize: '/auth',
      token: '/token',
      introspect: '/token/introspection',
      userinfo: '/me',
      revoke: '/token/revocation',
    },
  }
}

async function signPeopleIn(provider: Provider, count: number): Promise<Provider> {
  const people = []
  for (let index = 0; index < count; index += 1)
    people.push(await signInToPeer(provider, `citizen-${String(index).padStart(6, '0')}`))
  return { ...provider, people }
}
