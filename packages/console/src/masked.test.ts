import type { RecordedEvent } from '@portico/identity/parts'
import { expect, test } from 'vitest'
import { coveredEvent, coveredLine, maskedAddress, maskedEmail, maskedName, maskedPhone } from './masked.ts'

// proves: console-covers-personal-data
test.each([
  [maskedName, 'Ana Example', 'A… E…'],
  [maskedName, '<b>Eva</b>', '<…'],
  [maskedEmail, 'ana@mail.example.test', 'a…@m….test'],
  [maskedEmail, '@', '…'],
  [maskedEmail, '', ''],
  [maskedPhone, '+34 600 123 456', '… 56'],
  [maskedPhone, '', ''],
  [maskedAddress, '127.0.0.1', '…'],
  [maskedAddress, '', ''],
  [coveredLine, 'sends it to ana@mail.example.test once', 'sends it to a…@m….test once'],
] as const)('%o of %j shows %j', (cover, whole, shown) => {
  expect(cover(whole)).toBe(shown)
})

const event = (actor: RecordedEvent['actor'], details: RecordedEvent['details']): RecordedEvent => ({
  ...{ eventId: 'e', at: '2026-03-01T12:00:00.000Z', name: 'operator-looked', actor, operator: null },
  ...{ citizenId: 'c', subject: 's', clientId: null, sessionId: null, address: '192.0.2.7', requestId: 'r' },
  details,
})

// proves: console-covers-personal-data
test.each([
  ['operator', { reason: 'she called' }, { reason: '…' }],
  ['citizen', { reason: 'too-often' }, { reason: 'too-often' }],
  ['operator', { filters: '--address 192.0.2.7' }, { filters: '--address …' }],
  [
    'operator',
    { command: 'audit --operator Ida B --address 2001:db8::7 --event signed-in' },
    { command: 'audit --operator Ida B --address … --event signed-in' },
  ],
  [
    'operator',
    { command: 'console audit --citizen', number: 3 },
    { command: 'console audit --citizen', number: 3 },
  ],
] as const)('of what %s did, %j is covered as %j, and its network', (actor, details, covered) => {
  expect(coveredEvent(event(actor, details))).toEqual({ ...event(actor, covered), address: '…' })
})
