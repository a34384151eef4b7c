import { createHash } from 'node:crypto'
import { Client } from 'pg'
import { expect, inject, test } from 'vitest'
import { readRefreshToken } from '../../../packages/identity/src/access/refresh-token.ts'
import { readToken } from '../../../packages/identity/src/platform/opaque-token.ts'
import { createTestDatabase } from '../../../packages/identity/testing/database.ts'
import { manyAccessToken, manyCitizen, manyRefreshToken, writeManyRows } from './many-rows.ts'

test('the tokens that the bench sends are the ones that its statements wrote', async () => {
  const database = await createTestDatabase()
  const { socketDir, port, user } = inject('testServer')
  const client = new Client({ host: socketDir, port, user, database: database.address.database })
  await client.connect()
  const reports: number[] = []
  await writeManyRows(client, { citizens: 3, clientId: 'c', scope: 'openid' }, (written) =>
    reports.push(written),
  )
  const { rows } = await client.query<{ hash: string }>(`
    select encode(token_hash, 'hex') as hash from access_tokens union all
    select encode(refresh_hash, 'hex') from grants union all
    select encode(cookie_hash, 'hex') from sessions`)
  await client.end()
  await database.drop()
  const [, cookie = ''] = manyCitizen(2).cookie.split('=')
  const hashes = rows.map(({ hash }) => hash)
  for (const token of [manyAccessToken(1, 4), manyRefreshToken(2), cookie])
    expect(hashes).toContain(createHash('sha256').update(token).digest('hex'))
  expect([hashes.length, reports]).toEqual([3 * 5 + 3 + 3, [3]])
})

test('a token of the bench can be read like one of the service', () => {
  expect(readToken('access-token', manyAccessToken(7, 0))).toBeDefined()
  expect(readRefreshToken(manyRefreshToken(7))).toBeDefined()
  expect(readToken('access-token', manyRefreshToken(7))).toBeUndefined()
})
