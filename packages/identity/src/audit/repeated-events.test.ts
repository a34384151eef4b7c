import { expect, test } from 'vitest'
import type { EventBound } from '../platform/room/event.ts'
import { EVENTS, LIMITS } from '../rooms.ts'

/** The events that other rooms say come before each, too. */
const BEFORE = Object.entries(EVENTS).flatMap(([before, { leadsTo = [] }]) =>
  leadsTo.map((name) => ({ name, before })),
)

const beforeIt = (name: string) => BEFORE.filter((each) => each.name === name).map(({ before }) => before)

/** What bounds each event that one citizen, or somebody at the citizen's browser, could cause again and again. */
const BOUNDS: ReadonlyMap<string, EventBound> = new Map(
  Object.entries(EVENTS).map(([name, { bound }]) => [
    name,
    typeof bound === 'object' && 'after' in bound ? { after: [...bound.after, ...beforeIt(name)] } : bound,
  ]),
)

/** Whether a bound ends somewhere: not in a ring of events that only need one another. */
function hasEnd(name: string, seen: readonly string[] = []): boolean {
  const bound = BOUNDS.get(name)
  if (bound === undefined) return false
  if (typeof bound === 'string' || !('after' in bound)) return true
  return bound.after.every((before) => !seen.includes(before) && hasEnd(before, [...seen, name]))
}

// proves: threat-repeated-act
test('every event has a bound, and each bound ends at something that is counted', () => {
  for (const name of BOUNDS.keys()) expect([name, hasEnd(name)]).toEqual([name, true])
})

// proves: threat-repeated-act
test('every limit of a bound is one, and every number for an hour is above nothing', () => {
  for (const [name, bound] of BOUNDS) {
    if (typeof bound !== 'object') continue
    if ('limit' in bound)
      expect([name, Object.keys(LIMITS)]).toEqual([name, expect.arrayContaining([bound.limit])])
    if ('perHour' in bound) expect([name, bound.perHour > 0]).toEqual([name, true])
  }
})

// proves: threat-repeated-act
test('an event leads to one that needs another before it', () => {
  for (const { name, before } of BEFORE)
    expect([before, name, EVENTS[name]?.bound]).toEqual([before, name, { after: expect.any(Array) }])
})
