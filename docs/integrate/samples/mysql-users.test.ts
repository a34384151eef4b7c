import { createProgramSso } from '@portico/program'
import { fakeClock, fakeIdentity, signInThrough, testConfig } from '@portico/program/testing'
import { describe, expect, test } from 'vitest'
import { noMariadb, useMariadb, withMariadb } from '../../../packages/program/testing/mariadb.ts'
import { openProgramDatabase } from './mysql-users.ts'

const server = useMariadb()

describe.skipIf(noMariadb !== null)(withMariadb('mysql-users.ts'), () => {
  test('a citizen signs in, has one row with the lowest role, and keeps it', async () => {
    const { socketPath, user, database } = await server.newDatabase()
    const uri = `mysql://${user}@localhost/${database}?socketPath=${encodeURIComponent(socketPath)}`
    const { pool, store, accounts } = await openProgramDatabase(uri)
    await pool.query(
      `create table users (id bigint auto_increment primary key, name text, email text not null, role text not null,
         password_hash text)`,
    )
    const clock = fakeClock(new Date())
    const identity = fakeIdentity({ clock })
    const sso = createProgramSso({ ...testConfig(identity), store, accounts, clock, fetch: identity.fetch })
    await sso.migrate()
    const ana = identity.addCitizen({ email: 'ana@example.test', name: 'Ana Žižka' })
    await signInThrough(sso, identity, ana)
    const { accessToken } = await signInThrough(sso, identity, ana)
    expect(await sso.authenticate({ headers: { authorization: `Bearer ${accessToken}` } })).toMatchObject({
      status: 'ok',
      account: { id: '1', name: 'Ana Žižka', email: 'ana@example.test', role: 'resident' },
    })
    await pool.query(`update users set password_hash = 'x'`)
    const other = identity.addCitizen({ email: 'ANA@example.test' })
    await expect(signInThrough(sso, identity, other)).rejects.toThrow('existing_account')
    expect(await accounts.load('2')).toBeNull()
    await sso.close()
    await pool.end()
  })
})
