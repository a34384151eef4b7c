import { expect, test } from 'vitest'
import { systemRandom as random } from '../platform/system-random.ts'
import { newEventId } from './event-store.ts'

const AT = 1_767_225_600_000

// proves: events-in-order
test('the ids of events of one millisecond sort in their order, also beyond what is counted of a later one', () => {
  for (const milliseconds of [AT, AT + 1]) {
    const ids = Array.from({ length: 4_096 }, () => newEventId(milliseconds, random))
    expect(ids.toSorted()).toEqual(ids)
  }
  const many = Array.from({ length: 5_000 }, () => newEventId(AT + 2, random))
  expect(new Set(many).size).toBe(5_000)
  expect(newEventId(AT + 3, random) > (many.toSorted().at(-1) ?? '')).toBe(true)
})

test('the id is a UUID of version 7 with the millisecond (RFC 9562 section 5.7)', () => {
  const id = newEventId(AT + 9, random)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(AT + 9)
})
