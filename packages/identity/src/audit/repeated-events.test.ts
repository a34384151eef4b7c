import { expect, test } from 'vitest'
import type { EventBound } from '../platform/room/event.ts'
import type { LimitKind } from '../rate-limits/limits.ts'
import { EVENTS, LIMITS } from '../rooms.ts'
import { AUDIT_EVENT_NAMES, type CommonEventName } from './event.ts'

const limit = (kind: LimitKind): EventBound => ({ limit: kind })
const after = (...names: string[]): EventBound => ({ after: names })

/** What bounds each event that one citizen, or somebody at the citizen's browser, could cause again and again. */
const COMMON: Readonly<Record<CommonEventName, EventBound>> = {
  'lost-app-reported': limit('lost-app-per-email'),
  'app-removal-requested': after('lost-app-reported'),
  'app-removal-reminded': 'system',
  'app-removal-stopped': after('app-removal-requested'),
  'app-removal-done': 'system',
}

/** Those, and what each room says about its events. */
const BOUNDS: Readonly<Record<string, EventBound>> = {
  ...COMMON,
  ...Object.fromEntries(Object.entries(EVENTS).map(([name, { bound }]) => [name, bound])),
}

/** Whether a bound ends somewhere: not in a ring of events that only need one another. */
function hasEnd(name: string, seen: readonly string[] = []): boolean {
  const bound = BOUNDS[name]
  if (bound === undefined) return false
  if (typeof bound === 'string' || !('after' in bound)) return true
  return bound.after.every((before) => !seen.includes(before) && hasEnd(before, [...seen, name]))
}

// proves: threat-repeated-act
test('every event has a bound, and each bound ends at something that is counted', () => {
  expect(Object.keys(COMMON).toSorted()).toEqual([...AUDIT_EVENT_NAMES].toSorted())
  for (const name of Object.keys(BOUNDS)) expect([name, hasEnd(name)]).toEqual([name, true])
})

// proves: threat-repeated-act
test('every limit of a bound is one, and every number for an hour is above nothing', () => {
  for (const [name, bound] of Object.entries(BOUNDS)) {
    if (typeof bound !== 'object') continue
    if ('limit' in bound)
      expect([name, Object.keys(LIMITS)]).toEqual([name, expect.arrayContaining([bound.limit])])
    if ('perHour' in bound) expect([name, bound.perHour > 0]).toEqual([name, true])
  }
})
