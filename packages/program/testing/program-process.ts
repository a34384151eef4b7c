import { createInterface } from 'node:readline'
import mysql from 'mysql2/promise'
import pg from 'pg'
import type { AccountAdapter } from '../src/accounts.ts'
import { createProgramSso } from '../src/create.ts'
import { secret } from '../src/platform/index.ts'
import type { SsoStore } from '../src/store/index.ts'
import { starterAccounts as accountsInMysql, mysqlStore } from '../src/store/mysql/index.ts'
import { postgresStore, type StarterCitizen, starterAccounts } from '../src/store/postgres/index.ts'
import { starterAccounts as accountsInFile, openDatabase, sqliteStore } from '../src/store/sqlite/index.ts'
import type { ProcessSettings } from './second-process.ts'

// A process of the program. For each line with an access token, it writes a line with the result of the guard.

const settings = JSON.parse(process.argv[2] ?? '{}') as ProcessSettings
const sso = overDatabase(settings.database)
for await (const token of createInterface({ input: process.stdin })) {
  void sso.authenticate({ headers: { authorization: `Bearer ${token}` } }).then((found) => {
    process.stdout.write(`${found.status === 'ok' ? 'ok' : `${found.http} ${found.code}`}\n`)
  })
}

function overDatabase(address: ProcessSettings['database']) {
  if ('file' in address) return overFile(address.file)
  return 'socketPath' in address ? overMysql(address) : overPostgres(address)
}

function overMysql(address: { readonly socketPath: string }) {
  const pool = mysql.createPool({ ...address, connectionLimit: 10 })
  return programOver(mysqlStore(pool), accountsInMysql(pool))
}

function overPostgres(connection: object) {
  const pool = new pg.Pool(connection)
  return programOver(postgresStore(pool), starterAccounts(pool))
}

function overFile(file: string) {
  const database = openDatabase(file)
  return programOver(sqliteStore(database), accountsInFile(database))
}

function programOver<Tx>(store: SsoStore<Tx>, accounts: AccountAdapter<StarterCitizen, Tx>) {
  if (settings.stopsBefore === 'storing tokens') {
    const { commitCentral } = store
    store.commitCentral = (commit) => {
      if (!commit.tokens) return commitCentral(commit)
      process.stdout.write('about to store tokens\n')
      return new Promise(() => undefined)
    }
  }
  const { baseUrl, clientId, clientSecret } = settings.identity
  return createProgramSso({
    identity: { baseUrl, clientId, clientSecret: secret(clientSecret) },
    program: settings.program,
    encryptionKeys: [{ id: settings.key.id, key: secret(settings.key.value) }],
    ...{ store, accounts, env: 'test', logger: { log: () => undefined } },
    // Without a timeout: the process that waits for this one gives up first.
    fetch: (input, init) => fetch(input, { ...init, signal: null }),
  })
}
