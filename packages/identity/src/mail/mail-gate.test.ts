import { expect, test } from 'vitest'
import { createMailGate } from './mail-gate.ts'
import type { SendOutcome } from './transport.ts'

function gateAt() {
  const time = { milliseconds: 0 }
  const gate = createMailGate(() => time.milliseconds)
  const note = (kind: SendOutcome['kind'], recipient: string) =>
    gate.noteOutcome(kind === 'sent' ? { kind } : { kind, reply: '' }, recipient)
  return { gate, time, note }
}

test('mail counts as available until something fails', () => {
  expect(gateAt().gate.isOpen()).toBe(true)
})

test('a failed probe closes, the next good one opens again', () => {
  const { gate } = gateAt()
  gate.noteProbe('failed')
  expect(gate.isOpen()).toBe(false)
  gate.noteProbe('answered')
  expect(gate.isOpen()).toBe(true)
})

test('a server that refuses all mail closes for seconds, also when it greets', () => {
  const { gate, time, note } = gateAt()
  note('unavailable', 'a@x.org')
  gate.noteProbe('answered')
  expect(gate.isOpen()).toBe(false)
  time.milliseconds = 2_999
  expect(gate.isOpen()).toBe(false)
  time.milliseconds = 3_000
  expect(gate.isOpen()).toBe(true)
})

test.each(['refused-recipient', 'refused-mail', 'deferred'] as const)(
  'recipients that are %s never close, however many',
  (kind) => {
    const { gate, note } = gateAt()
    for (let at = 0; at < 50; at += 1) note(kind, `${at}@x.org`)
    expect(gate.isOpen()).toBe(true)
  },
)

test('one recipient that is never answered does not close', () => {
  const { gate, note } = gateAt()
  for (let at = 0; at < 50; at += 1) note('unanswered', 'tar@pit.org')
  expect(gate.isOpen()).toBe(true)
})

test('three recipients in a row without an answer close; an answer in between forgets them', () => {
  const { gate, note } = gateAt()
  note('unanswered', 'a@x.org')
  note('unanswered', 'b@x.org')
  note('deferred', 'c@x.org')
  note('unanswered', 'd@x.org')
  note('unanswered', 'e@x.org')
  expect(gate.isOpen()).toBe(true)
  note('unanswered', 'f@x.org')
  expect(gate.isOpen()).toBe(false)
})
