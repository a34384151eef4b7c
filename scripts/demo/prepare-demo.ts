import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findCitizenIdByEmail, insertCitizen } from '../../packages/identity/src/citizens/index.ts'
import { addClient, findClient } from '../../packages/identity/src/clients/index.ts'
import type { Foundation } from '../../packages/identity/src/compose.ts'
import { createPasswordHasher } from '../../packages/identity/src/passwords/index.ts'
import { randomUuid } from '../../packages/identity/src/platform/random.ts'

/** The citizen that is there from the beginning. */
export const DEMO_EMAIL = 'ana@example.test'

/** Its password; it protects nothing, because this citizen exists on a developer's machine alone. */
export const DEMO_PASSWORD = 'a walk along the river'

const STANDARD_PORT = 4100

/** Where the demo program listens: `PORTICO_DEMO_PORT`, or 4100. */
export function demoPort(given: string | undefined): number {
  return Number(given) || STANDARD_PORT
}

/** The demo program's registration. */
export interface DemoClient {
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
}

/** Makes the demo citizen and the demo program's registration, unless they are there. */
export async function prepareDemo(
  foundation: Foundation,
  { dataDir, port }: { readonly dataDir: string; readonly port: number },
): Promise<DemoClient> {
  await prepareCitizen(foundation)
  const file = join(dataDir, 'demo-client.json')
  const redirectUri = `http://localhost:${port}/callback`
  const known = await readKnown(file)
  const isRegistered = known?.redirectUri === redirectUri && (await findClient(foundation.db, known.clientId))
  if (isRegistered) return known
  const client = await registerClient(foundation, redirectUri)
  await writeFile(file, JSON.stringify(client), { mode: 0o600 })
  return client
}

async function prepareCitizen({ db, clock, random }: Foundation): Promise<void> {
  if ((await findCitizenIdByEmail(db, DEMO_EMAIL)) !== undefined) return
  const hash = await createPasswordHasher({ concurrency: 1, maxWaiting: 1 }).hash(DEMO_PASSWORD)
  if (!hash.ok) throw new Error('The demo password could not be hashed')
  const citizen = {
    citizenId: randomUuid(random),
    subject: randomUuid(random),
    email: DEMO_EMAIL,
    emailVerified: true,
    fullName: 'Ana Example',
    phoneNumber: '',
    standing: 'active',
    securityVersion: 1,
    passwordHash: hash.value,
    createdAt: clock.now(),
  } as const
  await db.transaction((tx) => insertCitizen(tx, citizen))
}

async function readKnown(file: string): Promise<DemoClient | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as DemoClient)
}

async function registerClient(foundation: Foundation, redirectUri: string): Promise<DemoClient> {
  const added = await addClient(foundation, {
    name: 'Demo Program',
    redirectUris: [redirectUri],
    scope: 'openid profile email offline_access',
    confirmation: 'first-time',
    tokenLimitPerMinute: null,
    introspectionLimitPerMinute: null,
  })
  if (!added.ok) throw new Error(`The demo program could not be registered: ${JSON.stringify(added.refusal)}`)
  return {
    clientId: added.value.client.clientId,
    clientSecret: added.value.clientSecret.reveal(),
    redirectUri,
  }
}
