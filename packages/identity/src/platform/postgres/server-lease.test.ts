import { expect, test } from 'vitest'
import { fakeClock } from '../../../testing/fake-clock.ts'
import { DatabaseUnavailable } from './database.ts'
import { LEASE_MILLISECONDS, ServerLease } from './server-lease.ts'

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
