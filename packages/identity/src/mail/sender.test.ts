// Takes over 10 s: the timers of the sender are real: it looks each second, probes after 1.5 s and gives up letters after 5 s.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { type FakeClock, fakeClock } from '../../testing/fake-clock.ts'
import { valuesOf } from '../../testing/metric-values.ts'
import { plusSeconds } from '../platform/clock.ts'
import { UTC } from '../platform/date-words.ts'
import { keyring } from '../platform/keyring.ts'
import { Secret } from '../platform/secret.ts'
import { systemRandom } from '../platform/system-random.ts'
import { pauseSeconds } from './deliver-letter.ts'
import type { Letter } from './letter.ts'
import { mailMetrics } from './mail-metrics.ts'
import { newestLetter } from './newest-letter.fixture.ts'
import { postLetter } from './post-letter.ts'
import { createMailSender, type MailSender } from './sender.ts'
import { type SmtpFixture, smtpRefusal, startSmtp } from './smtp.fixture.ts'
import { createSmtpTransport } from './smtp-transport.ts'

const keys = keyring([Buffer.alloc(32, 7)], systemRandom)
const secretPart = 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789_-AbCdEfGhIj'
const letter = {
  kind: 'registration',
  link: new Secret(`http://localhost/register/confirm/?link=pgl_${secretPart}`),
} satisfies Letter
/** The same link in a letter that its room has written. */
const written: Letter = {
  kind: 'written',
  name: 'wish-sent',
  text: {
    subject: 'We have your wish',
    before: ['You sent a wish.'],
    steps: [{ label: 'Go on', link: letter.link }],
    after: [],
  },
  code: new Secret('012345'),
}
const patient = { greetingMilliseconds: 30_000, answerMilliseconds: 30_000 }

let database: TestDatabase
let smtp: SmtpFixture
let clock: FakeClock
let logLines: string[]
const senders: MailSender[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  clock = fakeClock()
  logLines = []
  smtp = await startSmtp()
})
afterEach(async () => {
  for (const sender of senders.splice(0)) await sender.stop()
  await smtp.stop()
  await database.db.query`delete from outbox`
  await database.db.query`delete from audit_events`
})

function sender(start: 'started' | 'idle' = 'idle', ring = keys, patience = patient): MailSender {
  const note = (event: string, fields?: object) => void logLines.push(JSON.stringify({ event, ...fields }))
  const made = createMailSender({
    db: database.db,
    keyring: ring,
    clock,
    random: systemRandom,
    log: { info: note, warn: note, error: note },
    transport: createSmtpTransport(smtp.url, { patience }),
    sender: {
      baseUrl: 'http://localhost:4000',
      serviceName: 'Portico',
      timeZone: UTC,
      from: { name: 'Portico', address: 'no-reply@localhost' },
    },
  })
  senders.push(made)
  if (start === 'started') made.start()
  return made
}

async function post(
  address = 'ada@example.org',
  content: Letter = letter,
  lifetimeSeconds = 86_400,
): Promise<void> {
  const envelope = {
    to: { name: 'Ada', address },
    language: 'en',
    expiresAt: plusSeconds(clock.now(), lifetimeSeconds),
  }
  await database.db.transaction((tx) =>
    postLetter({ db: tx, keyring: keys, clock, random: systemRandom }, content, envelope),
  )
}

const waiting = async () =>
  database.db.query<{ recipient: string; attempts: number; pause: number }>`
    select recipient, attempts, extract(epoch from next_attempt_at)::bigint - ${clock.now()}::bigint as pause
      from outbox order by recipient`
const events = async () =>
  (
    await database.db.query<{
      name: string
      details: Record<string, unknown>
    }>`select name, details from audit_events`
  ).map(({ name, details }) => ({ name, reason: details['reason'], kind: details['kind'] }))
const until = (condition: () => boolean | Promise<boolean>) => expect.poll(condition).toBe(true)

describe('a letter', () => {
  // proves: contract-4.1-enrollment-202-queued, threat-mail-recipient
  test('goes out at once after waking, to exactly the stored address, and its row is gone', async () => {
    const running = sender('started')
    await post('a+b=c@example.org')
    running.wake()
    const [mail] = await smtp.arrived(1)
    expect(mail?.recipients).toEqual(['a+b=c@example.org'])
    expect(mail?.parsed.text).toContain(secretPart)
    await until(async () => (await waiting()).length === 0)
  })
  test('that its room has written brings its link and its code', async () => {
    await post('ada@example.org', written)
    const waits = await newestLetter({ ...database, keyring: keys }, 'wish-sent', 'ada@example.org')
    // A secret stays one until the mail is made: whoever logs the letter tells nothing.
    expect(JSON.stringify(waits)).not.toMatch(new RegExp(`${secretPart}|012345`))
    await sender().sendDue()
    const [mail] = await smtp.arrived(1)
    expect(mail?.parsed.text).toContain(`Go on:\n${letter.link.reveal()}\n`)
    expect(mail?.parsed.text).toContain('\n012345\n')
  })
  test('that another process wrote is found without waking', async () => {
    sender('started')
    await post()
    expect(await smtp.arrived(1)).toHaveLength(1)
  })
  // proves: threat-stored-secrets
  test.each([
    ['whose words are here', letter],
    ['that its room has written', written],
  ])('%s rests sealed: no part of its link is in the table, in any encoding', async (_who, content) => {
    await post('ada@example.org', content)
    const [row] = await database.db.query<{ all: string; sealed: Buffer }>`
      select outbox::text as all, sealed_content as sealed from outbox`
    const stored = `${row?.all} ${row?.sealed.toString('latin1')} ${row?.sealed.toString('base64')}`
    expect(stored).toContain('ada@example.org')
    for (const text of [secretPart, secretPart.slice(5, 25), 'pgl_']) {
      expect(stored).not.toContain(text)
      expect(stored).not.toContain(Buffer.from(text).toString('hex'))
      expect(stored).not.toContain(Buffer.from(text).toString('base64').replace(/=+$/, ''))
    }
  })
  test('of a transaction that is rolled back is never sent', async () => {
    const running = sender('started')
    const lost = database.db.transaction(async (tx) => {
      const envelope = {
        to: { name: '', address: 'x@example.org' },
        language: 'en',
        expiresAt: plusSeconds(clock.now(), 60),
      }
      await postLetter({ db: tx, keyring: keys, clock, random: systemRandom }, letter, envelope)
      throw new Error('rolled back')
    })
    await expect(lost).rejects.toThrow('rolled back')
    running.wake()
    expect(await running.sendDue()).toBe(0)
    expect(smtp.taken).toEqual([])
  })
  // proves: threat-mail-recipient
  test('whose row was pointed at another recipient still goes to its own', async () => {
    await post('ada@example.org')
    await database.db.query`update outbox set recipient = 'mallory@example.org'`
    expect(await sender().sendDue()).toBe(1)
    expect(smtp.taken[0]?.recipients).toEqual(['ada@example.org'])
  })
  test('that is a decoy is taken off and never sent', async () => {
    await post('nobody@example.org', { kind: 'decoy' })
    expect(await sender().sendDue()).toBe(0)
    expect(await waiting()).toEqual([])
    expect(smtp.taken).toEqual([])
    expect(await events()).toEqual([])
  })
  test('of a kind that only another release knows waits, and does not hold up the others', async () => {
    // As a release that has such letters wrote it.
    const unknown = { ...letter, kind: 'of-tomorrow' } as unknown as Letter
    await post('early@example.org', unknown)
    await post('ada@example.org')
    const mails = sender('started')
    mails.wake()
    await smtp.arrivedFor('ada@example.org')
    // The row of a letter goes a moment after the mail server has taken it.
    await until(async () => (await waiting()).every(({ attempts }) => attempts === 1))
    expect(await waiting()).toEqual([{ recipient: 'early@example.org', attempts: 1, pause: pauseSeconds(0) }])
    expect(logLines.join()).toContain('letter-of-unknown-kind')
  })
  test('that no key opens waits, and does not hold up the others', async () => {
    await post('old@example.org')
    await database.db.query`update outbox set sealed_content = '\\x00010203'`
    await post('new@example.org')
    expect(await sender().sendDue()).toBe(1)
    expect(await waiting()).toMatchObject([{ recipient: 'old@example.org', attempts: 1, pause: 5 }])
  })
})

describe('several senders', () => {
  // proves: threat-mail-outage
  test('never send one letter twice', async () => {
    const count = 60
    for (let at = 0; at < count; at += 1) await post(`citizen${at}@example.org`)
    const workers = Array.from({ length: 6 }, () => sender().sendDue())
    const sent = await Promise.all(workers)
    expect(sent.reduce((one, other) => one + other)).toBe(count)
    expect(new Set(smtp.taken.map(({ recipients }) => recipients[0])).size).toBe(count)
    expect(smtp.taken).toHaveLength(count)
  })
  // proves: contract-4.1-enrollment-202-queued, threat-kill-9
  test('a letter of a sender that was killed is sent by another after its lease', async () => {
    await post()
    await database.db.query`update outbox set next_attempt_at = to_timestamp(${plusSeconds(clock.now(), 20)})`
    expect(await sender().sendDue()).toBe(0)
    clock.advance(20)
    expect(await sender().sendDue()).toBe(1)
  })
})

describe('a recipient that is refused', () => {
  // proves: contract-4.1-enrollment-202-no-promise
  test('for good is given up at once, with an event that names nobody', async () => {
    smtp.behave({ onRcptTo: (_address, _session, done) => done(smtpRefusal(550, 'no such user')) })
    await post('gone@example.org')
    const one = sender()
    expect(await one.sendDue()).toBe(0)
    expect(await waiting()).toEqual([])
    expect(await events()).toEqual([
      { name: 'letter-given-up', reason: 'refused-recipient', kind: 'registration' },
    ])
    const [row] = await database.db.query<{ all: string }>`select audit_events::text as all from audit_events`
    const told = `${row?.all} ${logLines.join()}`
    expect([told.includes('letter-given-up'), told.includes('letter-not-taken')]).toEqual([true, true])
    expect(told).not.toMatch(/gone@|pgl_/)
    expect(one.available()).toBe(true)
  })
  // proves: design-7.8-queued-and-retried
  test('for now is tried again after 5, 15, 45 ... seconds, at most 15 minutes', async () => {
    smtp.behave({ onRcptTo: (_address, _session, done) => done(smtpRefusal(450, 'greylisted')) })
    await post()
    const one = sender()
    for (const seconds of [5, 15, 45, 135, 405, 900, 900]) {
      await one.sendDue()
      expect(await waiting()).toMatchObject([{ pause: seconds }])
      clock.advance(seconds - 1)
      await one.sendDue()
      expect((await waiting())[0]?.pause).toBe(1)
      clock.advance(1)
    }
    expect(one.available()).toBe(true)
    smtp.behave({})
    expect(await one.sendDue()).toBe(1)
    expect(pauseSeconds(1000)).toBe(900)
  })
  // proves: threat-mail-outage
  test('never makes mail unavailable nor holds up the others', async () => {
    smtp.behave({
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('bad') ? smtpRefusal(450) : undefined),
    })
    const one = sender('started')
    for (let at = 0; at < 5; at += 1) await post(`bad${at}@example.org`)
    await post('good@example.org')
    one.wake()
    expect((await smtp.arrived(1))[0]?.recipients).toEqual(['good@example.org'])
    expect(one.available()).toBe(true)
  })
})

describe('a letter that cannot be sent until it expires', () => {
  // proves: design-7.8-queued-and-retried
  test('is given up with an event', async () => {
    smtp.behave({ onRcptTo: (_address, _session, done) => done(smtpRefusal(450)) })
    await post('late@example.org', letter, 10)
    const one = sender()
    await one.sendDue()
    clock.advance(10)
    smtp.behave({})
    expect(await one.sendDue()).toBe(0)
    expect(await waiting()).toEqual([])
    expect(smtp.taken).toEqual([])
    expect(await events()).toEqual([{ name: 'letter-given-up', reason: 'expired', kind: 'registration' }])
  })
  test('is given up also while no mail server is there', async () => {
    await smtp.stop()
    await post('late@example.org', letter, 10)
    clock.advance(11)
    sender('started')
    await until(async () => (await events()).length === 1)
    expect(await waiting()).toEqual([])
  })
})

describe('a mail server that has heard the whole mail and then', () => {
  test.each(['hangs up', 'says nothing'])(
    '%s gets it again, with the same Message-ID, and mail stays available',
    async (how) => {
      const seen: string[] = []
      smtp.behave({
        onData: (stream) => {
          stream.on(
            'data',
            (chunk: Buffer) => void seen.push(...(/Message-ID: \S+/.exec(chunk.toString()) ?? [])),
          )
          stream.on('end', () => how === 'hangs up' && smtp.drop())
        },
      })
      await post()
      const one = sender('idle', keys, { ...patient, answerMilliseconds: 2_000 })
      expect(await one.sendDue()).toBe(0)
      expect(one.available()).toBe(true)
      expect(await waiting()).toMatchObject([{ attempts: 1, pause: 5 }])
      smtp.behave({})
      clock.advance(5)
      expect(await one.sendDue()).toBe(1)
      expect(smtp.taken.map(({ parsed }) => `Message-ID: ${parsed.messageId}`)).toEqual(seen)
    },
  )
})

describe('mail is unavailable', () => {
  const unavailable = (one: MailSender) => until(() => !one.available())
  const available = (one: MailSender) => until(() => one.available())

  // proves: design-7.8-no-mail-503, threat-mail-outage
  test('while nobody listens, also without any letter; and available again by itself, with nothing lost', async () => {
    const { port } = smtp
    const one = sender('started')
    expect(one.available()).toBe(true)
    await smtp.stop()
    await post('during@example.org')
    one.wake()
    await unavailable(one)
    smtp = await startSmtp(port)
    await available(one)
    expect((await smtp.arrived(1)).map(({ recipients }) => recipients[0])).toEqual(['during@example.org'])
    expect(logLines.join()).toContain('mail-unavailable')
  })
  test('at the start, when the first probe fails', async () => {
    await smtp.stop()
    await unavailable(sender('started'))
  })
  test.each([
    [
      '421 at the greeting',
      { onConnect: (_session: unknown, done: (error?: Error) => void) => done(smtpRefusal(421)) },
    ],
    ['no greeting', { onConnect: () => undefined }],
  ])('on %s', async (_case, behaviour) => {
    smtp.behave(behaviour)
    const one = sender('started', keys, { ...patient, greetingMilliseconds: 600 })
    await unavailable(one)
    smtp.behave({})
    await available(one)
  })
  test.each([421, 451, 550])(
    'when it answers %d to every sender, although it greets; and recovers',
    async (code) => {
      smtp.behave({ onMailFrom: (_address, _session, done) => done(smtpRefusal(code)) })
      const one = sender('started')
      await post()
      one.wake()
      await unavailable(one)
      expect(await waiting()).toMatchObject([{ attempts: 0 }])
      smtp.behave({})
      expect(await smtp.arrived(1)).toHaveLength(1)
      await available(one)
    },
  )
})

// proves: threat-restart
test('a sender that is stopped takes nothing on and keeps no connection', async () => {
  const one = sender('started')
  await one.stop()
  await post()
  one.wake()
  // This waits for the current work.
  await one.stop()
  expect(smtp.taken).toEqual([])
  expect(await waiting()).toHaveLength(1)
})

// proves: seeing-metrics
test('the metrics say how many letters wait, since when, and whether the mail server takes mail', async () => {
  const { metrics, sendDue } = sender()
  const value = async (name: string) => (await valuesOf(metrics, `portico_${name}`))['']
  expect([await value('outbox_letters'), await value('outbox_oldest_age_seconds')]).toEqual([0, 0])
  await post()
  clock.advance(40)
  await post()
  expect([await value('outbox_letters'), await value('outbox_oldest_age_seconds')]).toEqual([2, 40])
  await smtp.stop()
  await sendDue()
  expect([await value('mail_up'), await value('outbox_letters')]).toEqual([0, 2])
  expect(await value('mail_certificate_expiry_timestamp_seconds')).toBeUndefined()
})

test('the certificate ends when the mail server says so', async () => {
  const validUntil = 'Jan  1 00:00:00 2048 GMT'
  const tls = { kind: 'tls', protocol: 'TLSv1.3', cipher: 'x', isTrusted: true } as const
  const at = (end: string) =>
    valuesOf(
      mailMetrics({
        db: database.db,
        clock,
        isOpen: () => true,
        negotiated: () => ({ ...tls, certificate: { name: 'mail', validUntil: end } }),
      }),
      'portico_mail_certificate_expiry_timestamp_seconds',
    )
  expect(await at(validUntil)).toEqual({ '': Date.UTC(2048, 0, 1) / 1000 })
  expect(await at('no date')).toEqual({})
})
