// Takes over 10 s: a MariaDB is made and killed, and processes start, race and are killed.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Pool } from 'mysql2/promise'
import { describe, expect, test } from 'vitest'
import { noMariadb, useMariadb, withMariadb } from '../../../testing/mariadb.ts'
import {
  at,
  claimSample,
  handoffSample,
  openSession,
  pendingSample,
  sessionSample,
} from '../../testing/conformance-samples.ts'
import { mysqlStore } from './index.ts'

// Real processes on one server, and a server that is killed.

const server = useMariadb()

const RACING = new URL('./racing.fixture.ts', import.meta.url)
const WRITING = new URL('./writing.fixture.ts', import.meta.url)

const start = (fixture: URL, ...args: readonly (string | number)[]) => {
  const child = spawn(process.execPath, [fileURLToPath(fixture), ...args.map(String)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return { child, lines, ended: once(child, 'exit') }
}

const open = async () => {
  const address = await server.newDatabase()
  const pool = server.pool({ ...address, connectionLimit: 5 })
  return { address: JSON.stringify(address), pool, store: mysqlStore(pool) }
}

const PROCESSES = 4
const ROUNDS = 25

/** What each process got, in a race for the same codes, tokens and leases. */
const race = async (address: string, rounds: number): Promise<[number, ...unknown[]][]> => {
  const racers = Array.from({ length: PROCESSES }, (_, place) => start(RACING, address, place + 1, rounds))
  for (const { lines } of racers) expect((await lines.next()).value).toBe('ready')
  for (const { child } of racers) child.stdin.write('go\n')
  const got = await Promise.all(
    racers.map(async ({ lines, ended }) => {
      const mine: [number, ...unknown[]][] = []
      for await (const line of lines) mine.push(JSON.parse(line))
      expect(await ended).toEqual([0, null])
      return mine
    }),
  )
  return got.flat()
}

describe.skipIf(noMariadb !== null)(withMariadb('four processes on one MariaDB'), () => {
  // proves: threat-program-replay, program-guard-lease
  test('use each code once, rotate each token once, and give each lease once', async () => {
    const { address, pool, store } = await open()
    await store.migrate()
    for (let n = 0; n < ROUNDS; n += 1) {
      await store.createPending(pendingSample({ stateHash: `p${n}` }))
      await store.createHandoff(handoffSample({ codeHash: `c${n}` }))
      await openSession(store, sessionSample(100_000 + n))
    }
    const got = await race(address, ROUNDS)
    const kinds = ['replayed', 'refused', 'busy', 'repeated']
    for (let n = 0; n < ROUNDS; n += 1) {
      const rows = got.filter(([number]) => number === n).map((row) => row.slice(1))
      expect(rows).toHaveLength(PROCESSES)
      const lost = kinds.map((kind, column) => rows.filter((row) => row[column] === kind).length)
      expect([n, lost]).toEqual([n, [3, 3, 3, 3]])
    }
    const fences = got.map((row) => row[5]).filter((fence) => fence !== null)
    expect(new Set(fences).size).toBe(fences.length)
    expect(await columnOf(pool, 'select count(*) as id from sso_identities')).toEqual([String(ROUNDS)])
  })

  test('that start together on an empty database make one schema', async () => {
    const { address, store } = await open()
    await race(address, 0)
    expect(await store.version()).toMatchObject({ fits: true })
  })
})

const columnOf = async (pool: Pool, statement: string): Promise<string[]> => {
  const [rows] = await pool.query(statement)
  return (rows as { id: unknown }[]).map(({ id }) => String(id))
}

/** The subjects with a link, the accounts with a session, and the codes that were used. */
const signedIn = async (pool: Pool) => ({
  links: await columnOf(pool, 'select account_id as id from sso_identities order by 1'),
  sessions: await columnOf(pool, 'select account_id as id from sso_sessions order by 1'),
  codes: await columnOf(
    pool,
    `select replace(code_hash, 'c', 'a') as id from sso_handoffs where consumed_at is not null order by 1`,
  ),
})

const kill = async (child: ChildProcess, ended: Promise<unknown>) => {
  child.kill('SIGKILL')
  await ended
}

/** A code that the killed process had locked: it is skipped until the server has noticed the end of the connection. */
const consumeAgain = async ({ store }: Awaited<ReturnType<typeof open>>, number: number) => {
  const commit = async () => ({ session: sessionSample(number), endOtherSessions: false })
  const again = claimSample({ codeHash: `c${number}`, now: new Date(0) })
  return (await store.consumeHandoff(again, commit)).kind
}

describe.skipIf(noMariadb !== null)(withMariadb('a process on MariaDB that is killed'), () => {
  // proves: threat-kill-9
  test.each([3, 17, 40])(
    'amid its writes loses nothing that it acknowledged, and leaves no half sign-in (at the %dth)',
    async (last) => {
      const opened = await open()
      const { child, lines, ended } = start(WRITING, opened.address)
      let acknowledged = 0
      for await (const line of lines) {
        acknowledged = Number(line)
        if (acknowledged === last) child.kill('SIGKILL')
      }
      await ended
      const found = await signedIn(opened.pool)
      expect([found.sessions, found.codes]).toEqual([found.links, found.links])
      for (let n = 1; n <= acknowledged; n += 1) {
        expect(found.sessions).toContain(`a${n}`)
        expect((await opened.store.consumePending(`p${n}`, new Date(0), 'by-first')).kind).toBe('replayed')
      }
      expect(acknowledged).toBeGreaterThanOrEqual(last)
    },
  )

  // proves: threat-kill-9
  test('inside a transaction leaves nothing of it, holds no lock, and the code still works', async () => {
    const opened = await open()
    const { child, lines, ended } = start(WRITING, opened.address, 2)
    for await (const line of lines) if (line === 'inside') await kill(child, ended)
    expect(await signedIn(opened.pool)).toEqual({ links: ['a1'], sessions: ['a1'], codes: ['a1'] })
    await expect.poll(() => consumeAgain(opened, 2)).toBe('consumed')
  })
})

describe.skipIf(noMariadb !== null)(withMariadb('a MariaDB that is killed and started again'), () => {
  // proves: threat-kill-9
  test('has all that was acknowledged, and the same pool goes on', async () => {
    const { store } = await open()
    await store.migrate()
    await openSession(store, sessionSample(1))
    const amid = Promise.withResolvers<void>()
    await store.createHandoff(handoffSample({ codeHash: 'c2' }))
    const broken = store.consumeHandoff(claimSample({ codeHash: 'c2' }), async (handoff, tx) => {
      await store.findIdentity(handoff.issuer, handoff.subject, tx)
      await amid.promise
      return { session: sessionSample(2), endOtherSessions: false }
    })
    const outcome = broken.catch((error: unknown) => error)
    await store.now()
    await server.killAndStart()
    amid.resolve()
    expect(await outcome).toBeInstanceOf(Error)
    await expect.poll(() => store.findSession(sessionSample(1).id).catch(() => null)).not.toBeNull()
    const commit = async () => ({ session: sessionSample(2), endOtherSessions: false })
    const again = () => store.consumeHandoff(claimSample({ codeHash: 'c2' }), commit)
    await expect.poll(async () => (await again().catch(() => null))?.kind).toBe('consumed')
    expect(await store.revokeSession(sessionSample(1).id, 'logout', at(1))).toBe(true)
  })
})
