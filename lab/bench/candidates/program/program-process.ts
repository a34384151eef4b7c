// A program on node:http with the program side as in the guide for integrators, and one route with and without a guard.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Pool } from 'pg'
import { citizenOrAnswer, nodeSso } from '../../../../packages/program/src/frameworks/node.ts'
import { createProgramSso, secret } from '../../../../packages/program/src/index.ts'
import { postgresStore, starterAccounts } from '../../../../packages/program/src/store/postgres/index.ts'
import { GUARDED_PATH, OPEN_PATH, type ProgramSettings, returnUriOf } from './guarded-program.ts'

/** Higher than any load: each request is still counted. */
const RAISED = 1_000_000_000

const settings = JSON.parse(process.argv[2] ?? '{}') as ProgramSettings
const { port } = settings

const pool = new Pool({ connectionString: settings.databaseUrl })
const store = postgresStore(pool)
await store.migrate()
const sso = createProgramSso({
  identity: {
    baseUrl: settings.identityUrl,
    clientId: settings.clientId,
    clientSecret: secret(settings.clientSecret),
  },
  program: { baseUrl: `http://localhost:${port}`, returnUris: [returnUriOf(port)] },
  encryptionKeys: [{ id: 'bench', key: secret(settings.encryptionKey) }],
  store,
  // The worst case: with an answer of the feed, most checks need no introspection.
  endedFeed: false,
  // The gate of the bench has the same sessions, so it must find the same accounts.
  accounts: starterAccounts(pool, { table: 'gate_citizens' }),
  throttle: {
    beginPerIp: { limit: RAISED, windowMs: 60_000 },
    callbackPerIp: { limit: RAISED, windowMs: 60_000 },
    exchangePerIp: { limit: RAISED, windowMs: 60_000 },
    outboundTokenPerMinute: RAISED,
    outboundIntrospectPerMinute: RAISED,
  },
})
const answerSso = nodeSso(sso)

createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    response.destroy()
  })
}).listen(port, '127.0.0.1')

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === OPEN_PATH) return reply(response, 'anybody@example.test')
  if (request.url === GUARDED_PATH) {
    const citizen = await citizenOrAnswer(sso, request, response)
    if (citizen) reply(response, citizen.account.email)
    return
  }
  if (!(await answerSso(request, response))) response.writeHead(404).end()
}

function reply(response: ServerResponse, email: string): void {
  const body = JSON.stringify({ email })
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}
