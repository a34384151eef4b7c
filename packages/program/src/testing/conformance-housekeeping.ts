import { at, forty, type StoreRule, same } from './conformance-samples.ts'

const LEASE_MS = 120_000

/** The rules for the lease on housekeeping. */
export const HOUSEKEEPING_RULES: readonly StoreRule[] = [
  {
    name: 'of 40 processes one gets the lease on housekeeping, and another one when the lease has ended',
    async check(store) {
      const first = await forty(() => store.claimHousekeeping(at(0), LEASE_MS))
      same(
        first.filter((fence) => fence !== null),
        [1],
        'first',
      )
      same(await store.claimHousekeeping(at(LEASE_MS - 1), LEASE_MS), null, 'before the end of the lease')
      const second = await forty(() => store.claimHousekeeping(at(LEASE_MS), LEASE_MS))
      same(
        second.filter((fence) => fence !== null),
        [2],
        'second',
      )
    },
  },
  {
    name: 'a process holds the lease until the time that it sets, and not after another process has taken over',
    async check(store) {
      const fence = (await store.claimHousekeeping(at(0), LEASE_MS)) ?? 0
      same(await store.holdHousekeeping(fence, at(50_000)), true, 'held')
      same(await store.claimHousekeeping(at(49_999), LEASE_MS), null, 'too early')
      same(await store.claimHousekeeping(at(50_000), LEASE_MS), 2, 'the next one')
      same(await store.holdHousekeeping(fence, at(900_000)), false, 'late')
      same(await store.claimHousekeeping(at(50_000 + LEASE_MS), LEASE_MS), 3, 'not held by the late one')
    },
  },
  {
    name: 'a housekeeping lease from a clock that was hours ahead does not count',
    async check(store) {
      await store.claimHousekeeping(at(7_200_000), LEASE_MS)
      same(await store.claimHousekeeping(at(0), LEASE_MS), 2, 'after the clock went back')
    },
  },
]
