import pg from 'pg'
import { createProgramSso } from '../create.ts'
import { type EncryptionKey, secret } from '../index.ts'
import { postgresStore, starterAccounts } from '../store/postgres/index.ts'

/** What the parent says of its own program. */
export interface ToldByParent {
  readonly database: { host: string; port: number; user: string; database: string }
  readonly identity: { baseUrl: string; clientId: string; clientSecret: string }
  readonly program: { baseUrl: string; returnUris: string[] }
  readonly key: { id: string; key: string }
  readonly at: number
  readonly bearer: string
}

// Signs somebody out while the identity service does not answer, and says when that is acknowledged; its parent kills it.
const told = JSON.parse(process.argv[2] ?? '') as ToldByParent
const pool = new pg.Pool(told.database)
const { key, id } = told.key
const keys: EncryptionKey[] = [{ id, key: secret(key) }]
const waitForEver = () => new Promise<never>((_resolve) => setInterval(() => undefined, 1000))
const sso = createProgramSso({
  identity: { ...told.identity, clientSecret: secret(told.identity.clientSecret) },
  ...{ program: told.program, encryptionKeys: keys, store: postgresStore(pool), fetch: waitForEver },
  accounts: starterAccounts(pool),
  clock: { now: () => new Date(told.at), sleep: waitForEver },
})
const headers = { authorization: `Bearer ${told.bearer}` }
const logout = new Request(`${told.program.baseUrl}/api/v1/sso/logout/`, { method: 'POST', headers })
const answer = await sso.handle(logout)
process.stdout.write(`${answer?.status}\n`)
