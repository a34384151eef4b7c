import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { isDistributed } from '../../../testing/one-server.ts'
import { randomUuid } from '../random.ts'
import { systemRandom } from '../system-random.ts'
import { type CitizenPart, findParts, mapOf } from './citizen-map.ts'
import { FOUR_PARTS, makeCitusLists } from './citus-lists.fixture.ts'
import { openSession } from './session.ts'
import { hashUuid } from './uuid-hash.ts'
import { arrayOf } from './values.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const LEFT = { host: 'left', port: 5432, group: 1 }
const RIGHT = { host: '::1', port: 5433, group: 2 }
const CITIZENS = Array.from({ length: 2_000 }, () => randomUuid(systemRandom))

describe.skipIf(isDistributed)('with the lists of Citus', () => {
  let parts: readonly CitizenPart[]
  beforeAll(async () => {
    await makeCitusLists(database.address, { left: LEFT, right: RIGHT })
    parts = await findParts(database.db)
  })

  test('the parts of the citizens are read, with the primary of each, and no others', () => {
    const server = { here: { host: 'here', port: 5432, group: 0 }, left: LEFT, right: RIGHT }
    expect(parts.map(({ knownHash: _, ...part }) => part)).toEqual(
      FOUR_PARTS.map(({ from, to, at }, shard) => ({
        shard,
        from,
        to,
        ...server[at],
        isHere: at === 'here',
      })),
    )
  })

  // proves: citus-nearest
  test('each citizen is at the server of the own part, and those of the asked server are nowhere else', () => {
    const map = mapOf(parts)
    const expected = { left: 'left:5432 1', right: '::1:5433 2', here: undefined }
    for (const citizen of CITIZENS) {
      const hash = hashUuid(citizen)
      const part = FOUR_PARTS.find(({ from, to }) => from <= hash && hash <= to)
      expect(map.partWith(citizen)?.place).toBe(expected[part?.at ?? 'here'])
    }
    expect([...map.others.values()]).toEqual([LEFT, RIGHT])
  })

  // proves: citus-parts
  test.each(['hasmetadata', 'metadatasynced', 'isactive'])(
    'a server that is not told of changes has no part: %s',
    async (column) => {
      const session = await openSession(database.address)
      const set = (value: boolean) =>
        session.runText(
          `update pg_dist_node set ${column} = ${value} where nodename = 'left' and groupid = 1`,
        )
      await set(false)
      const found = await findParts(database.db)
      await set(true)
      await session.close()
      expect(found.map(({ host }) => host)).toEqual(
        FOUR_PARTS.flatMap(({ at }) => (at === 'left' ? [] : at === 'right' ? [RIGHT.host] : ['here'])),
      )
    },
  )

  test('the first and the last hash of a part belong to it', () => {
    const [citizen = ''] = CITIZENS
    const hash = hashUuid(citizen)
    const at = (from: number, to: number) =>
      mapOf([{ shard: 1, from, to, ...LEFT, isHere: false, knownHash: parts[0]?.knownHash ?? 0 }]).partWith(
        citizen,
      )?.place
    expect([at(hash, hash), at(hash - 1, hash), at(hash, hash + 1)]).toEqual(Array(3).fill('left:5432 1'))
    expect([at(hash - 9, hash - 1), at(hash + 1, hash + 9)]).toEqual([undefined, undefined])
  })

  test('a server that calculates another hash says nothing', () => {
    const map = mapOf(parts.map((part) => ({ ...part, knownHash: part.knownHash + 1 })))
    expect(map.others.size).toBe(0)
    expect(CITIZENS.filter((citizen) => map.partWith(citizen)?.place !== undefined)).toEqual([])
  })
})

// proves: citus-nearest
test.runIf(isDistributed)('Citus has each citizen where the map says', async () => {
  const map = mapOf(await findParts(database.db))
  const found = await database.db.query<{ citizen: string; place: string }>`
    select citizen, concat(n.nodename, ':', n.nodeport, ' ', n.groupid) as place
      from unnest(${arrayOf(CITIZENS)}::uuid[]) as citizen
      join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('citizens', citizen)
      join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'`
  expect(found).toHaveLength(CITIZENS.length)
  expect(found.filter(({ citizen, place }) => map.partWith(citizen)?.place !== place)).toEqual([])
  const { workers } = inject('testServer')
  expect(map.others.size).toBe(workers.length)
})
