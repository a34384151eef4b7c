import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { useDatabaseFiles } from '../../../testing/database-file.ts'
import {
  claimSample,
  handoffSample,
  openSession,
  pendingSample,
  sessionSample,
} from '../../testing/conformance-samples.ts'
import { openDatabase, sqliteStore } from './index.ts'

// Real processes on one file.

const newFile = useDatabaseFiles()

const RACING = new URL('./racing.fixture.ts', import.meta.url)
const WRITING = new URL('./writing.fixture.ts', import.meta.url)

const start = (fixture: URL, ...args: readonly (string | number)[]) => {
  const child = spawn(process.execPath, [fileURLToPath(fixture), ...args.map(String)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return { child, lines, ended: once(child, 'exit') }
}

const storeOf = (file: string) => {
  const database = openDatabase(file)
  return { database, store: sqliteStore(database) }
}

const PROCESSES = 4
const ROUNDS = 25

/** What each process got, in a race for the same codes, tokens and leases. */
const race = async (file: string): Promise<[number, ...unknown[]][]> => {
  const racers = Array.from({ length: PROCESSES }, (_, place) => start(RACING, file, place + 1, ROUNDS))
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

describe('four processes on one file', () => {
  // proves: threat-program-replay, program-guard-lease
  test('use each code once, rotate each token once, and give each lease once', async () => {
    const file = newFile()
    const { database, store } = storeOf(file)
    await store.migrate()
    for (let n = 0; n < ROUNDS; n += 1) {
      await store.createPending(pendingSample({ stateHash: `p${n}` }))
      await store.createHandoff(handoffSample({ codeHash: `c${n}` }))
      await openSession(store, sessionSample(100_000 + n))
    }
    const got = await race(file)
    const kinds = ['replayed', 'refused', 'busy', 'repeated', null]
    for (let n = 0; n < ROUNDS; n += 1) {
      const rows = got.filter(([number]) => number === n).map((row) => row.slice(1))
      expect(rows).toHaveLength(PROCESSES)
      const lost = kinds.map((kind, column) => rows.filter((row) => row[column] === kind).length)
      expect([n, lost.slice(0, 4)]).toEqual([n, [3, 3, 3, 3]])
    }
    const fences = got.map((row) => row[5]).filter((fence) => fence !== null)
    expect(new Set(fences).size).toBe(fences.length)
    expect(await database.query('select count(*) as count from sso_identities')).toEqual([{ count: ROUNDS }])
    expect(await database.query('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
    await database.close()
  })

  test('that start together on no file make one schema', async () => {
    const file = newFile()
    const racers = Array.from({ length: PROCESSES }, (_, place) => start(RACING, file, place, 0))
    for (const { child, lines } of racers) {
      expect((await lines.next()).value).toBe('ready')
      child.stdin.write('go\n')
    }
    for (const { ended } of racers) expect(await ended).toEqual([0, null])
    const { database, store } = storeOf(file)
    expect(await store.version()).toMatchObject({ fits: true })
    await database.close()
  })
})

const kill = async (child: ChildProcess, ended: Promise<unknown>) => {
  child.kill('SIGKILL')
  await ended
}

/** The subjects with a link, the accounts with a session, and the codes that were used. */
const signedIn = async ({ database }: ReturnType<typeof storeOf>) => {
  const column = async (statement: string) => (await database.query(statement)).map((row) => row['id'])
  return {
    links: await column('select account_id as id from sso_identities order by 1'),
    sessions: await column('select account_id as id from sso_sessions order by 1'),
    codes: await column(
      `select replace(code_hash, 'c', 'a') as id from sso_handoffs where consumed_at is not null order by 1`,
    ),
  }
}

describe('a process that is killed', () => {
  // proves: threat-kill-9
  test.each([3, 17, 40])(
    'amid its writes loses nothing that it acknowledged, and leaves no half sign-in (at the %dth)',
    async (last) => {
      const file = newFile()
      const { child, lines, ended } = start(WRITING, file)
      let acknowledged = 0
      for await (const line of lines) {
        acknowledged = Number(line)
        if (acknowledged === last) child.kill('SIGKILL')
      }
      await ended
      const opened = storeOf(file)
      const found = await signedIn(opened)
      expect([found.sessions, found.codes]).toEqual([found.links, found.links])
      for (let n = 1; n <= acknowledged; n += 1) {
        expect(found.sessions).toContain(`a${n}`)
        expect((await opened.store.consumePending(`p${n}`, new Date(0), 'by-first')).kind).toBe('replayed')
      }
      expect(acknowledged).toBeGreaterThanOrEqual(last)
      expect(await opened.database.query('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
      await opened.database.close()
    },
  )

  // proves: threat-kill-9
  test('inside a transaction leaves nothing of it, holds no lock, and the code still works', async () => {
    const file = newFile()
    const { child, lines, ended } = start(WRITING, file, 2)
    for await (const line of lines) if (line === 'inside') await kill(child, ended)
    const opened = storeOf(file)
    expect(await signedIn(opened)).toEqual({ links: ['a1'], sessions: ['a1'], codes: ['a1'] })
    const commit = async () => ({ session: sessionSample(2), endOtherSessions: false })
    const again = claimSample({ codeHash: 'c2', now: new Date(0) })
    expect((await opened.store.consumeHandoff(again, commit)).kind).toBe('consumed')
    await opened.database.close()
  })
})
