import pg from 'pg'
import { createProgramSso } from '../create.ts'
import { type EncryptionKey, secret } from '../index.ts'
import { postgresStore, starterAccounts } from '../store/postgres/index.ts'

/** The program of the parent process, as this process is told. */
export interface ParentProgram {
  readonly database: { host: string; port: number; user: string; database: string }
  readonly identity: { baseUrl: string; clientId: string; clientSecret: string }
  readonly program: { baseUrl: string; returnUris: string[] }
  readonly key: { id: string; key: string }
  readonly at: number
  readonly bearer: string
}

// Signs a citizen out while the identity service does not answer, and prints the status. Then the parent kills it.
const parent = JSON.parse(process.argv[2] ?? '') as ParentProgram
const pool = new pg.Pool(parent.database)
const { key, id } = parent.key
const keys: EncryptionKey[] = [{ id, key: secret(key) }]
const waitForEver = () => new Promise<never>((_resolve) => setInterval(() => undefined, 1000))
const sso = createProgramSso({
  identity: { ...parent.identity, clientSecret: secret(parent.identity.clientSecret) },
  ...{ program: parent.program, encryptionKeys: keys, store: postgresStore(pool), fetch: waitForEver },
  accounts: starterAccounts(pool),
  clock: { now: () => new Date(parent.at), sleep: waitForEver },
})
const headers = { authorization: `Bearer ${parent.bearer}` }
const logout = new Request(`${parent.program.baseUrl}/api/v1/sso/logout/`, { method: 'POST', headers })
const answer = await sso.handle(logout)
process.stdout.write(`${answer?.status}\n`)
