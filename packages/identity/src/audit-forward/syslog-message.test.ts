import { expect, test } from 'vitest'
import type { RecordedEvent } from '../audit-log/index.ts'
import { unixSeconds } from '../platform/clock.ts'
import type { Entry } from './next-batch.ts'
import { syslogFrames, syslogMessage } from './syslog-message.ts'

const head = { host: 'id.example.org', now: unixSeconds(1_800_000_000) }

const EVENT: RecordedEvent = {
  eventId: '018f0000-0000-7000-8000-000000000001',
  at: '2026-11-29T06:15:27.123Z',
  name: 'signed-in',
  actor: 'citizen',
  operator: null,
  citizenId: '018f0000-0000-7000-8000-000000000002',
  subject: 'p5hq',
  clientId: null,
  sessionId: null,
  address: '192.0.2.7',
  requestId: null,
  details: {},
}
const entry = (event: Partial<RecordedEvent>): Entry => ({ kind: 'event', event: { ...EVENT, ...event } })

/** Reads structured data as RFC 5424 section 6.3 says. */
function paramsOf(message: string): Readonly<Record<string, string>> {
  const params: Record<string, string> = {}
  for (const [, name = '', value = ''] of message.matchAll(/ ([a-z_]+)="((?:[^"\\\]]|\\["\\\]])*)"/g))
    params[name] = value.replace(/\\(["\\\]])/g, '$1')
  return params
}

// proves: audit-forward-syslog
test('an event is one message of RFC 5424 with its fields as structured data', () => {
  expect(syslogMessage(entry({}), head)).toBe(
    '<110>1 2026-11-29T06:15:27.123Z id.example.org portico - signed-in ' +
      '[event@32473 event_id="018f0000-0000-7000-8000-000000000001" name="signed-in" actor="citizen" subject="p5hq" address="192.0.2.7"] signed-in',
  )
})

// proves: audit-forward-syslog
test.each([
  ['quotes', 'say "yes"'],
  ['a bracket', 'a ] b [ c'],
  ['a backslash', String.raw`C:\users\"`],
  ['the end of an element', '"] <110>1 - - - - - [x@1 a="'],
  ['other letters', 'Zoë 李 ١٢ 😀'],
])('%s in a value come back as they were (RFC 5424 section 6.3.3)', (_what, words) => {
  const message = syslogMessage(entry({ operator: words, details: { reason: words } }), head)
  const { operator, details } = paramsOf(message)
  expect([operator, details]).toEqual([words, JSON.stringify({ reason: words })])
  // Nothing follows the element but the name: no value has ended it.
  expect(message.replace(/"(?:[^"\\\]]|\\["\\\]])*"/g, '""')).toMatch(
    / \[event@32473( [a-z_]+="")+\] signed-in$/,
  )
})

// proves: audit-forward-syslog
test('a new line and other control characters make no new line in a message', () => {
  const message = syslogMessage(entry({ operator: 'a\nb\r\u0000\u0085c', details: { reason: 'x\ny' } }), head)
  expect(message).not.toMatch(/\p{Cc}/u)
  expect(paramsOf(message)).toMatchObject({ operator: 'a#012b#015#000#205c', details: '{"reason":"x\\ny"}' })
})

test('a name that is longer than MSGID is whole among the fields (RFC 5424 section 6.2.7)', () => {
  const message = syslogMessage(entry({ name: 'registration-for-existing-account' }), head)
  expect(message.split(' ')[5]).toBe('registration-for-existing-accoun')
  expect(paramsOf(message)['name']).toBe('registration-for-existing-account')
})

test('the closing hash of a day is a message, too', () => {
  const closing: Entry = { kind: 'day-sealed', day: '2026-11-28', number: 812, hash: Buffer.from([1, 2]) }
  expect(syslogMessage(closing, head)).toBe(
    '<110>1 2027-01-15T08:00:00.000Z id.example.org portico - audit-day-sealed [seal@32473 day="2026-11-28" seal="812" hash="0102"] audit-day-sealed',
  )
})

test('the length of a frame counts octets and not letters (RFC 6587 section 3.4.1)', () => {
  expect(syslogFrames(['aé', 'b']).toString()).toBe('3 aé1 b')
})
