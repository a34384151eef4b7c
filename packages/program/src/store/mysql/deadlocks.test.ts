import { afterEach, describe, expect, test } from 'vitest'
import { noMariadb, useMariadb, withMariadb } from '../../../testing/mariadb.ts'
import { at, claimSample, forty, handoffSample, sessionSample } from '../../testing/conformance-samples.ts'
import { connectionOf } from './connection.ts'
import { mysqlStore } from './index.ts'

const server = useMariadb()
const pools: { end(): Promise<void> }[] = []

const migrated = async (level = 'repeatable read') => {
  const pool = server.pool({ ...(await server.newDatabase()), connectionLimit: 40 })
  pools.push(pool)
  pool.pool.on('connection', (connection) => {
    connection.query(`set session transaction isolation level ${level}`)
  })
  const store = mysqlStore(pool)
  await store.migrate()
  return { pool, store }
}

// The server has room for the connections of a few pools.
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.end())))

const ended = (errno: number) => Object.assign(new Error('ended'), { errno })

describe.skipIf(noMariadb !== null)(withMariadb('a transaction of MariaDB that the server ends'), () => {
  test.each([
    ['for a deadlock', 1213],
    ['for a row that has changed since it was read', 1020],
  ])('%s is repeated as a whole', async (_why, errno) => {
    const { store } = await migrated()
    await store.createHandoff(handoffSample())
    let calls = 0
    const consumed = await store.consumeHandoff(claimSample(), async () => {
      calls += 1
      if (calls < 3) throw ended(errno)
      return { session: sessionSample(1), endOtherSessions: false }
    })
    expect([consumed.kind, calls]).toEqual(['consumed', 3])
  })

  test('each time is given up after thirty times', async () => {
    const { pool } = await migrated()
    const { transaction } = connectionOf(pool, { random: { bytes: (count) => new Uint8Array(count) } })
    let calls = 0
    const work = async () => {
      calls += 1
      throw ended(1213)
    }
    await expect(transaction(work)).rejects.toMatchObject({ errno: 1213 })
    expect(calls).toBe(30)
  })
})

type LinkOf = (n: number) => { readonly subject: string; readonly accountId: string }

describe.skipIf(noMariadb !== null).each(['read committed', 'repeatable read'])(
  withMariadb('of 40 links at once with %s'),
  (level) => {
    test.each<[string, LinkOf]>([
      ['of one citizen', (n) => ({ subject: 's', accountId: `a${n}` })],
      ['to one account', (n) => ({ subject: `s${n}`, accountId: 'a' })],
    ])('%s, none is ended as a deadlock', async (_whose, linkOf) => {
      const { store } = await migrated(level)
      let attempts = 0
      await forty(async (n) => {
        await store.createHandoff(handoffSample({ codeHash: `c${n}` }))
        return store.consumeHandoff(claimSample({ codeHash: `c${n}` }), async (_handoff, tx) => {
          attempts += 1
          const link = { issuer: 'i', via: 'linked', linkedAt: at(1), ...linkOf(n) } as const
          if ((await store.insertIdentity(link, tx)) === 'conflict') return { conflict: true }
          return { session: sessionSample(n), endOtherSessions: false }
        })
      })
      expect(attempts).toBe(40)
    })

    test('of 40 citizens who come for the first time, all are stored', async () => {
      const { store } = await migrated(level)
      const consumed = await forty(async (n) => {
        await store.createHandoff(handoffSample({ codeHash: `c${n}` }))
        return store.consumeHandoff(claimSample({ codeHash: `c${n}` }), async (_handoff, tx) => {
          if (await store.findIdentity('i', `s${n}`, tx)) return { conflict: true }
          const link = { issuer: 'i', subject: `s${n}`, accountId: `a${n}`, via: 'provisioned' } as const
          await store.insertIdentity({ ...link, linkedAt: at(1) }, tx)
          return { session: sessionSample(n, { accountId: `a${n}` }), endOtherSessions: false }
        })
      })
      expect(new Set(consumed.map(({ kind }) => kind))).toEqual(new Set(['consumed']))
    })
  },
)
