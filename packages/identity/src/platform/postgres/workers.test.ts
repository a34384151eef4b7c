import { beforeEach, expect, test } from 'vitest'
import { randomUuid } from '../random.ts'
import { systemRandom } from '../system-random.ts'
import type { CitizenPart } from './citizen-map.ts'
import type { DatabasePool } from './connect.ts'
import { type Database, DatabaseUnavailable, type Layout, NotConnected } from './database.ts'
import { hotPool } from './hot-pool.ts'
import { PartAway } from './parts.ts'
import { hashUuid } from './uuid-hash.ts'
import { Workers } from './workers.ts'

const ADA = '11111111-1111-4111-8111-111111111111'
const CITIZENS = Array.from({ length: 50 }, () => randomUuid(systemRandom))
const KNOWN_HASH = hashUuid('00112233-4455-6677-8899-aabbccddeeff')
const part = (host: string, more: Partial<CitizenPart> = {}): CitizenPart => ({
  ...{
    shard: 1,
    from: -(2 ** 31),
    to: 2 ** 31 - 1,
    host,
    port: 1,
    group: 1,
    isHere: false,
    knownHash: KNOWN_HASH,
  },
  ...more,
})

/** The list of the asked server at this moment, or why it is not read. */
let list: readonly CitizenPart[] | Error
let reads: number
/** Resolves before the list is answered. */
let held: Promise<void> | undefined
let now: number
let opened: string[]
let closed: string[]
/** The pools that were asked, by their names. */
let asked: string[]
let among: number[]
/** What each worker does with what it is asked, by its host. */
let faults: Map<string, Error>
/** Where the rows are that a pool finds, by its name. */
let layouts: Map<string, Layout>

beforeEach(() => {
  list = [part('left')]
  reads = 0
  held = undefined
  now = 0
  opened = []
  closed = []
  asked = []
  among = []
  faults = new Map()
  layouts = new Map()
})

/** A pool that says its name. */
function pool(name: string): DatabasePool {
  const answer = async () => {
    asked.push(name)
    const fault = faults.get(name)
    if (fault) throw fault
    return [{ name, isPlaced: true, isAnswer: true }]
  }
  return {
    query: async () => (await answer()) as never,
    transaction: async (work) => {
      await answer()
      return work(pool(name))
    },
    layout: async () => layouts.get(name) ?? 'distributed',
    load: () => ({ connections: 1, statements: 2, transactions: 3, waiting: 4 }),
    close: async () => void closed.push(name),
  }
}

function openHot() {
  const db: Database = {
    ...pool('list'),
    query: async () => {
      reads += 1
      const answer = list
      await held
      if (answer instanceof Error) throw answer
      return [...answer] as never
    },
  }
  const workers = new Workers<'reads'>({
    db,
    here: { reads: pool('main') },
    now: () => now,
    open(server, count) {
      opened.push(server.host)
      among.push(count)
      const made = pool(server.host)
      return { pools: { reads: { whole: made, parts: made } }, close: made.close }
    },
  })
  const main = pool('main')
  const hot = hotPool({ whole: main, parts: pool('main') }, { name: 'reads', use: 'reads', workers })
  const ask = async (citizen = ADA) => {
    const near = await hot.near(citizen)
    return (await near.query<{ name: string }>`select`)[0]?.name
  }
  const askPart = async (citizen = ADA) => {
    const asPart = await hot.part(citizen)
    return (await asPart?.query<{ name: string }>(select))?.[0]?.name
  }
  return { hot, ask, askPart }
}

const select = ((text: TemplateStringsArray) => text)`select`

test('on one server nothing is read, and the pool itself is asked', async () => {
  layouts.set('main', 'one-server')
  const { ask } = openHot()
  expect(await ask()).toBe('main')
  expect([reads, opened]).toEqual([0, []])
})

// proves: citus-nearest
test('the first request opens a connection to the worker beside, and the next ones ask it', async () => {
  const { hot, ask } = openHot()
  expect(await ask()).toBe('main')
  expect([await ask(), await ask()]).toEqual(['left', 'left'])
  const near = await hot.near(ADA)
  expect(await near.transaction(async (tx) => tx.query`select`)).toMatchObject([{ name: 'left' }])
  expect([opened, among, reads]).toEqual([['left'], [1], 1])
})

test('the asked server is not asked in another way', async () => {
  list = [part('here', { isHere: true })]
  const { ask } = openHot()
  expect([await ask(), await ask()]).toEqual(['main', 'main'])
  expect(opened).toEqual([])
})

test('each worker gets its share: how many there are is said', async () => {
  const hash = hashUuid(ADA)
  list = [part('left', { to: hash - 1 }), part('right', { from: hash })]
  const { ask } = openHot()
  await ask()
  expect([await ask(), opened, among]).toEqual(['right', ['right'], [2]])
})

// proves: citus-fallback
test.each([
  new NotConnected('refused'),
  new DatabaseUnavailable('late'),
  new Error('password authentication failed'),
])('while a worker does not let this process in, the main pool answers: %s', async (fault) => {
  const { ask } = openHot()
  faults.set('left', fault)
  for (let time = 0; time < 5; time += 1) {
    expect(await ask()).toBe('main')
    now += 500
  }
  expect(asked.filter((name) => name === 'left')).toHaveLength(3)
  faults.delete('left')
  now += 1_000
  await ask()
  expect(await ask()).toBe('left')
})

test('a server under the name of a worker whose tables are not distributed is not asked', async () => {
  layouts.set('left', 'one-server')
  const { ask } = openHot()
  const answers = []
  for (let time = 0; time < 3; time += 1) {
    answers.push(await ask())
    now += 1_001
  }
  expect(answers).toEqual(['main', 'main', 'main'])
})

// proves: citus-fallback
test('where no connection can be opened any more, nothing was sent: the main pool answers the same request, and the next ones', async () => {
  const { ask } = openHot()
  await ask()
  expect(await ask()).toBe('left')
  faults.set('left', new NotConnected('refused'))
  expect([await ask(), await ask()]).toEqual(['main', 'main'])
  faults.delete('left')
  asked = []
  expect([await ask(), asked]).toEqual(['main', ['main']])
  now += 1_000
  await ask()
  expect(await ask()).toBe('left')
})

// proves: citus-fallback
test.each([new DatabaseUnavailable('the connection was lost'), new Error('a fault of the statement')])(
  'what a worker may have done is not done again: %s',
  async (fault) => {
    const { hot, ask } = openHot()
    await ask()
    await ask()
    faults.set('left', fault)
    await expect(ask()).rejects.toBe(fault)
    const near = await hot.near(ADA)
    await expect(near.transaction(async () => 'done')).rejects.toBe(fault)
    faults.set('main', new Error('asked'))
    await expect(ask()).rejects.toBe(fault)
  },
)

// proves: citus-nearest
test('a citizen who has moved is asked for at the new server within a second, and the server that has none left is closed', async () => {
  const { ask } = openHot()
  await ask()
  expect(await ask()).toBe('left')
  list = [part('right')]
  now = 1_000
  expect([await ask(), reads]).toEqual(['left', 1])
  now = 1_001
  expect(await ask()).toBe('left')
  expect([await ask(), await ask()]).toEqual(['main', 'right'])
  expect([reads, closed]).toEqual([2, ['left']])
})

test('a place that another server of the cluster has now is another worker', async () => {
  const { ask } = openHot()
  await ask()
  list = [part('left', { group: 2 })]
  now = 1_001
  await ask()
  await expect.poll(() => closed).toEqual(['left'])
  expect([await ask(), opened]).toEqual(['main', ['left', 'left']])
})

test('while the list is late, the one of before counts for five seconds from its reading', async () => {
  const { ask } = openHot()
  await ask()
  await ask()
  list = [part('right')]
  const answered = Promise.withResolvers<void>()
  held = answered.promise
  now = 5_000
  expect(await ask()).toBe('left')
  now = 5_001
  const late = ask()
  answered.resolve()
  expect(await late).toBe('main')
  expect([await ask(), reads]).toEqual(['right', 2])
})

// proves: citus-fallback
test.each([new DatabaseUnavailable('away'), new Error('permission denied for table pg_dist_node')])(
  'where the list cannot be read, the main pool answers: %s',
  async (fault) => {
    const { ask } = openHot()
    await ask()
    await ask()
    list = fault
    now = 4_000
    expect(await ask()).toBe('left')
    now = 5_002
    expect([await ask(), await ask(), reads]).toEqual(['main', 'main', 3])
    list = [part('left')]
    now = 6_003
    expect(await ask()).toBe('left')
  },
)

// proves: citus-parts
test('a part is asked at its worker once that is reached, and where the list says that it is now', async () => {
  const { hot, askPart } = openHot()
  await expect(askPart()).rejects.toThrow(PartAway)
  expect([await askPart(), opened]).toEqual([undefined, ['left']])
  now = 1_000
  expect(await askPart()).toBe('left')
  const before = await hot.part(ADA)
  expect(await hot.part(ADA.replace('1', '2'))).toBe(before)
  list = [part('here', { isHere: true })]
  now = 3_000
  await askPart()
  expect(await askPart()).toBe('main')
  expect(await hot.part(ADA)).toBe(before)
})

test('parts are different databases, and the named server has its own', async () => {
  const hash = hashUuid(ADA)
  list = [part('here', { shard: 1, to: hash, isHere: true }), part('right', { shard: 2, from: hash + 1 })]
  const { hot, askPart } = openHot()
  expect(await askPart()).toBe('main')
  const [other = ''] = CITIZENS.filter((citizen) => hashUuid(citizen) > hash)
  expect(await hot.part(other)).not.toBe(await hot.part(ADA))
  await expect(askPart(other)).rejects.toThrow(PartAway)
  expect(opened).toEqual(['right'])
})

test('there is no part on one server, of a citizen in no part, without a list, and at the end', async () => {
  const { hot } = openHot()
  layouts.set('main', 'one-server')
  expect(await hot.part(ADA)).toBeUndefined()
  expect(reads).toBe(0)
  layouts.delete('main')
  expect(await hot.part(ADA)).toBeDefined()
  await hot.close()
  expect(await hot.part(ADA)).toBeUndefined()
  list = []
  expect(await openHot().hot.part(ADA)).toBeUndefined()
  list = new Error('permission denied')
  expect(await openHot().hot.part(ADA)).toBeUndefined()
})

test('the load is that of all its pools, and closing it closes them', async () => {
  const { hot, ask } = openHot()
  await ask()
  await ask()
  expect(hot.load()).toEqual({ connections: 4, statements: 8, transactions: 12, waiting: 16 })
  await hot.close()
  expect(closed.sort()).toEqual(['left', 'main', 'main'])
  expect(await ask()).toBe('main')
  expect(opened).toEqual(['left'])
})
