import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createProgramSso, secret } from '@portico/program'
import { citizenOrAnswer, nodeSso } from '@portico/program/node'
import { postgresStore } from '@portico/program/postgres'
import pg from 'pg'
import { hookedAccounts } from '../src/hooks/index.ts'
import type { GateSettings } from './started-gate.ts'

// A process with accounts over hooks, in cookie mode. It writes a line with its port.

const settings = JSON.parse(process.argv[2] ?? '{}') as GateSettings
const store = postgresStore(new pg.Pool({ ...settings.database, max: 4 }))
await store.migrate()
const { accounts } = hookedAccounts({
  target: { url: settings.hooks.url, secrets: [secret(settings.hooks.secret)], timeoutMs: 60_000 },
  ...{ keepMs: 0, oldSessions: { cookies: ['sessionid'], bearers: false } },
  ...{ clock: { now: () => new Date() }, fetch: globalThis.fetch, newId: () => randomUUID() },
})
const { clientSecret, ...client } = settings.identity
const sso = createProgramSso({
  identity: { ...client, clientSecret: secret(clientSecret) },
  program: { baseUrl: settings.baseUrl, returnUris: [] },
  encryptionKeys: [{ id: 'k', key: secret(settings.key) }],
  ...{ store, accounts, cookies: {}, throttle: false, housekeeping: false, env: 'test' },
  logger: { log: () => undefined },
})
const answer = nodeSso(sso)
const server = createServer((req, res) => {
  void answer(req, res).then(async (ours) => {
    const citizen = ours ? null : await citizenOrAnswer(sso, req, res)
    if (citizen) res.end(`account ${citizen.accountId}`)
  })
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
