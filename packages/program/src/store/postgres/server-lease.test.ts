import { expect, test } from 'vitest'
import type { Row } from './connection.ts'
import { LEASE_MS, ServerLease, UnprovenServer } from './server-lease.ts'
import { OldTimeline, timelineFence } from './timeline-fence.ts'

const SYNCHRONOUS = { names: 'two', commit: 'on' }
const ALONE = { names: '', commit: 'on' }
const row = (more: Row, timeline = '1') => [
  { is_replica: 'false', system_identifier: '42', timeline, ...more },
]

/** A lease on a server that gives this answer, and its clocks. */
function openLease(answer: () => Promise<readonly Row[]>) {
  let monotonic = 0
  let wall = 1e12
  let asked = 0
  const logged: string[] = []
  const log = { log: (level: string, event: string) => void logged.push(`${level} ${event}`) }
  const fence = timelineFence(log)
  const ask = () => {
    asked += 1
    return { rows: answer(), giveUp: () => undefined }
  }
  const lease = new ServerLease({ ask, fence, log, now: () => ({ monotonic, wall }) })
  const pass = (monotonicMs: number, wallMs = monotonicMs) => {
    monotonic += monotonicMs
    wall += wallMs
  }
  return { lease, fence, logged, pass, asked: () => asked }
}

const never = () => new Promise<never>(() => undefined)

// proves: program-lease
test('the first statement waits for a proof, and those after it for none while they come often', async () => {
  let answer: () => Promise<readonly Row[]> = async () => row(SYNCHRONOUS)
  const { lease, pass, asked } = openLease(() => answer())
  await lease.hold()
  answer = never
  for (let turn = 0; turn < 50; turn += 1) {
    pass(LEASE_MS / 50)
    await lease.hold()
  }
  expect(asked()).toBe(2)
})

// proves: program-lease
test('after a pause the next statement waits for a proof', async () => {
  const { lease, pass, asked } = openLease(async () => row(SYNCHRONOUS))
  await lease.hold()
  pass(3_600_000)
  await lease.hold()
  expect(asked()).toBe(2)
})

// proves: program-lease
test.each([
  ['the machine was suspended: its monotonic clock stood still', 0, 3_600_000],
  ['the clock was set back', LEASE_MS + 1, -3_600_000],
])('a statement waits for a proof where %s', async (_what, monotonicMs, wallMs) => {
  let answer: () => Promise<readonly Row[]> = async () => row(SYNCHRONOUS)
  const { lease, pass } = openLease(() => answer())
  await lease.hold()
  answer = async () => {
    throw new Error('gone')
  }
  pass(monotonicMs, wallMs)
  await expect(lease.hold()).rejects.toThrow('gone')
})

// proves: program-lease
test('a proof counts from its beginning, and a failed one leaves the one before until that is too old', async () => {
  const first = Promise.withResolvers<readonly Row[]>()
  let answer: () => Promise<readonly Row[]> = () => first.promise
  const { lease, pass, logged } = openLease(() => answer())
  const held = lease.hold()
  pass(LEASE_MS - 1)
  first.resolve(row(SYNCHRONOUS))
  await held
  answer = async () => {
    throw new Error('gone')
  }
  await lease.hold()
  pass(2)
  await expect(lease.hold()).rejects.toThrow('gone')
  expect(logged).toEqual(['error database_unproven'])
  answer = async () => row(SYNCHRONOUS)
  await lease.hold()
  expect(logged).toEqual(['error database_unproven', 'info database_proven'])
})

// proves: program-lease
test('an old primary and a replica prove nothing, whatever they acknowledge', async () => {
  let answer = row(ALONE, '2')
  const { lease, pass } = openLease(async () => answer)
  await lease.hold()
  answer = row(ALONE, '1')
  pass(LEASE_MS)
  await expect.poll(() => lease.hold().catch((error: unknown) => error)).toBeInstanceOf(OldTimeline)
  const replica = openLease(async () => [{ ...SYNCHRONOUS, is_replica: 'true', timeline: null }])
  await expect(replica.lease.hold()).rejects.toThrow(UnprovenServer)
})

// proves: program-lease-harmless
test('a server that stands alone, or refuses the functions, is used without a proof', async () => {
  for (const first of [async () => row(ALONE), async () => []]) {
    let answer: () => Promise<readonly Row[]> = first
    const { lease, pass, logged } = openLease(() => answer())
    expect(await lease.acknowledged()).toBe('none')
    answer = async () => {
      throw new Error('gone')
    }
    pass(3_600_000)
    await lease.hold()
    pass(3_600_000)
    await lease.hold()
    expect(logged).toEqual([])
  }
})
