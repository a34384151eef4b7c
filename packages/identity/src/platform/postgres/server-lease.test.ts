import { describe, expect, test } from 'vitest'
import { fakeClock } from '../../../testing/fake-clock.ts'
import { DatabaseUnavailable } from './database.ts'
import { acknowledgedBy, commitProof } from './prove-primary.ts'
import { LEASE_MILLISECONDS, ServerLease } from './server-lease.ts'
import { findTimeline } from './timeline.ts'

/** A lease, and its two clocks. */
function openLease() {
  const clock = fakeClock()
  let monotonic = 0
  const lease = new ServerLease(clock, () => monotonic)
  const pass = (milliseconds: number) => {
    monotonic += milliseconds
    clock.advance(milliseconds / 1000)
  }
  return { lease, clock, pass }
}

// proves: failover-lease
test('a proof counts from its beginning, not from its answer, for five seconds', () => {
  const { lease, pass } = openLease()
  lease.require()
  const begunAt = lease.begin()
  pass(2_000)
  lease.renew(begunAt)
  pass(LEASE_MILLISECONDS - 2_000)
  expect(lease.isOver()).toBe(false)
  pass(1)
  expect(lease.isOver()).toBe(true)
})

// proves: failover-lease
test('where the last proof failed nobody waits, and the proof before counts until it is too old', async () => {
  const { lease, pass } = openLease()
  lease.require()
  lease.fail()
  expect(lease.isOver()).toBe(false)
  pass(LEASE_MILLISECONDS + 1)
  await expect(lease.regained()).rejects.toThrow(DatabaseUnavailable)
})

// proves: failover-lease
test.each(['renew', 'fail'] as const)(
  'a suspended machine, whose monotonic clock stood still, waits for the next proof: %s',
  async (end) => {
    const { lease, clock } = openLease()
    lease.require()
    lease.renew(lease.begin())
    clock.advance(3_600)
    expect(lease.isOver()).toBe(true)
    const regained = lease.regained().then(
      () => 'renew',
      () => 'fail',
    )
    if (end === 'renew') lease.renew(lease.begin())
    else lease.fail()
    expect(await regained).toBe(end)
  },
)

test('a clock that is set back stretches nothing', () => {
  const { lease, clock, pass } = openLease()
  lease.require()
  lease.renew(lease.begin())
  clock.advance(-3_600)
  pass(LEASE_MILLISECONDS + 1)
  expect(lease.isOver()).toBe(true)
})

// proves: failover-lease-harmless
test('nothing is needed before a proof is possible, and what was done before counts as the first one', () => {
  const { lease, pass } = openLease()
  pass(1e9)
  expect(lease.isOver()).toBe(false)
  lease.require()
  expect(lease.isOver()).toBe(false)
  pass(LEASE_MILLISECONDS + 1)
  lease.require()
  expect(lease.isOver()).toBe(true)
  lease.release()
  expect(lease.isOver()).toBe(false)
})

// proves: failover-lease
test.each([
  ['', 'on', 'none'],
  ['  ', 'on', 'none'],
  ['one', 'off', 'none'],
  ['one', 'local', 'none'],
  ['one', 'on', 'all'],
  ['"node one, east"', 'remote_apply', 'all'],
  ['2 (one, two)', 'on', 'all'],
  ['FIRST 2 ("a", b)', 'on', 'all'],
  ['one, two', 'on', 'some'],
  ['1 (one, two)', 'on', 'some'],
  ['ANY 1 (one,two)', 'on', 'some'],
  ['any 2 (one, two, "three")', 'on', 'some'],
  ['*', 'on', 'some'],
  ['FIRST 1 (*)', 'on', 'some'],
])(
  'synchronous_standby_names = %s and synchronous_commit = %s: a commit is acknowledged by %s',
  (names, commit, expected) => {
    expect(acknowledgedBy({ names, commit })).toBe(expected)
  },
)

// proves: failover-lease
describe('a server that does not give a proof', () => {
  const failing = (code: string) => ({
    query: () => Promise.reject(Object.assign(new Error('failed'), { severity: 'ERROR', code })),
  })

  test.each(['42883', '42501', '0A000'])('has no such functions, or refuses them: %s', async (code) => {
    expect(await commitProof(failing(code))).toBe(false)
    expect(await findTimeline(failing(code))).toBeUndefined()
  })

  test.each(['57014', '53200', '55000', '55P03', '58030', '40001', '40P01', '25006', '08006'])(
    'has proven nothing because of its state: %s',
    async (code) => {
      await expect(commitProof(failing(code))).rejects.toThrow('failed')
      await expect(findTimeline(failing(code))).rejects.toThrow('failed')
    },
  )
})
