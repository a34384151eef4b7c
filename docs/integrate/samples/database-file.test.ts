import { createProgramSso } from '@portico/program'
import { fakeClock, fakeIdentity, signInThrough, testConfig } from '@portico/program/testing'
import { expect, test } from 'vitest'
import { useDatabaseFiles } from '../../../packages/program/testing/database-file.ts'
import { openProgramFile } from './database-file.ts'

const newFile = useDatabaseFiles()

test('database-file.ts: a citizen signs in, has one row with the lowest role, and is there after a restart', async () => {
  const clock = fakeClock(new Date())
  const identity = fakeIdentity({ clock })
  const path = `sqlite:${newFile()}`
  const start = async () => {
    const { database, store, accounts } = await openProgramFile(path)
    const sso = createProgramSso({ ...testConfig(identity), store, accounts, clock, fetch: identity.fetch })
    await sso.migrate()
    return { database, sso }
  }
  const first = await start()
  const ana = identity.addCitizen({ email: 'ana@example.test', name: 'Ana' })
  const { accessToken } = await signInThrough(first.sso, identity, ana)
  await signInThrough(first.sso, identity, ana)
  await first.sso.close()
  await first.database.close()
  const { database, sso } = await start()
  expect(await sso.authenticate({ headers: { authorization: `Bearer ${accessToken}` } })).toMatchObject({
    status: 'ok',
    account: { id: '1', name: 'Ana', email: 'ana@example.test', role: 'resident' },
  })
  await database.transaction((tx) => tx.query(`update users set password_hash = 'x'`))
  const other = identity.addCitizen({ email: 'ANA@example.test' })
  await expect(signInThrough(sso, identity, other)).rejects.toThrow('existing_account')
  const { accounts } = await openProgramFile(path)
  expect(await accounts.load('2')).toBeNull()
  await database.close()
})
