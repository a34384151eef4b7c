import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Basics,
  ENTERING_SIGN_IN,
  findForOperator,
  isTrustedSignIn,
  recordConsoleRefusal,
  SIGN_IN_SCHEMA,
} from '@portico/identity/parts'
import {
  createProgramSso,
  type InsufficientSignIn,
  type ProgramSso,
  type VerifiedIdentity,
} from '@portico/program'
import { type PgClientLike, postgresStore } from '@portico/program/postgres'
import pg from 'pg'
import type { ConsoleConfig } from './config.ts'
import type { ConsoleMetrics } from './console-metrics.ts'
import { SIGN_IN_PATHS } from './places.ts'

/** The account of an operator in the console: the subject and nothing else. Who that is, each request asks. */
export interface OperatorAccount {
  readonly id: string
}

/** Sign-in at the identity service, and the pool of its store. */
export interface OperatorSignIn {
  readonly sso: ProgramSso<OperatorAccount>
  close(): Promise<void>
}

const CONNECTIONS = 4
const DEADLINE_MILLISECONDS = 10_000

/** The refusal of a sign-in that is missing or not enough. */
export const STRONG_SIGN_IN: InsufficientSignIn = {
  ...{ status: 'insufficient', http: 401, code: 'insufficient_user_authentication', clearLocal: false },
  ...{ maxAgeSeconds: ENTERING_SIGN_IN.withinSeconds, acrValues: ENTERING_SIGN_IN.acr },
}

/** The views, and what counts who comes in. */
type SignInNeeds = Basics & { readonly metrics: Pick<ConsoleMetrics, 'onEntered' | 'onRefused'> }

/** Makes the console the program that it is. Its sessions are in a schema of its own, of the same database and role. */
export async function openSignIn(config: ConsoleConfig, views: SignInNeeds): Promise<OperatorSignIn> {
  const pool = new pg.Pool({
    ...{ connectionString: config.databaseUrl, max: CONNECTIONS },
    ...{ connectionTimeoutMillis: DEADLINE_MILLISECONDS, query_timeout: DEADLINE_MILLISECONDS },
  })
  // An idle connection that ends is replaced by the next one.
  pool.on('error', () => undefined)
  const sso = createProgramSso<OperatorAccount, PgClientLike>({
    identity: { baseUrl: config.identityUrl, clientId: config.clientId, clientSecret: config.clientSecret },
    program: { baseUrl: config.url, returnUris: [`${config.url}/`] },
    encryptionKeys: [{ id: 'console', key: config.key }],
    store: postgresStore(pool, { schema: SIGN_IN_SCHEMA }),
    accounts: {
      load: async (subject) => ({ id: subject }),
      provision: async (identity) => {
        await requireTrusted(views, identity)
        return { accountId: identity.subject }
      },
      onSignIn: async (_, identity) => requireTrusted(views, identity),
      emailBelongsToLocalAccount: async () => false,
    },
    cookies: { problemPage: SIGN_IN_PATHS.problem },
    devices: { ipAddress: true },
    tickets: false,
    env: config.url.startsWith('https:') ? 'production' : 'development',
  })
  await sso.migrate()
  return {
    sso,
    async close() {
      await sso.close()
      await pool.end()
    },
  }
}

/** The request of a sign-in. The program's side answers whatever its accounts throw as an outage. */
const requests = new AsyncLocalStorage<{ isKeyRefused: boolean }>()

/** Answers a request of a sign-in, and says whether its key was refused meanwhile. */
export async function noteRefusedKey<Value>(
  answer: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly isKeyRefused: boolean }> {
  const request = { isKeyRefused: false }
  const value = await requests.run(request, answer)
  return { value, ...request }
}

/** The key of this sign-in is younger than the operator: it may be a thief's. */
class KeyTooYoung extends Error {
  override readonly name = 'KeyTooYoung'
}

async function requireTrusted(views: SignInNeeds, { subject, sid }: VerifiedIdentity): Promise<void> {
  if (await isTrustedSignIn(views.db, { subject, sessionId: sid })) return views.metrics.onEntered('sign-in')
  views.metrics.onRefused('new-key')
  const citizenId = (await findForOperator(views.db, subject))?.citizenId
  const origin = { actor: 'citizen' } as const
  await recordConsoleRefusal(views, { origin, citizenId, because: 'new-key', page: SIGN_IN_PATHS.callback })
  const request = requests.getStore()
  if (request) request.isKeyRefused = true
  throw new KeyTooYoung('The key of this sign-in is younger than the operator')
}
