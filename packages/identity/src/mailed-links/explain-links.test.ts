// Takes over 10 s: each of some forty cases goes through the pages of a service and has a relay answer its letters.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { explained, inWords } from '../../testing/explained.ts'
import { addCitizen } from '../../testing/people.ts'
import { purgeAll } from '../../testing/purge-once.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { appendEvent } from '../audit/index.ts'
import { suspendCitizen } from '../citizens/index.ts'
import { linkPathIn, newestLetter } from '../mail/newest-letter.fixture.ts'
import { type RelayOf, relayOf } from '../mail/relay-of.fixture.ts'
import { plusSeconds } from '../platform/clock.ts'
import { purgesOf } from '../platform/postgres/table.ts'
import { LINK_TABLES } from './tables.ts'

const DAY_SECONDS = 24 * 60 * 60
let service: TestService
let relay: RelayOf
let round = 0
let email = ''

beforeAll(async () => {
  service = await startTestService()
  relay = await relayOf(service)
})
beforeEach(() => {
  round += 1
  // All tests ask from one network, whose limits are by the hour.
  service.clock.advance(60 * 60)
  email = `caller${round}@example.org`
  relay.smtp.behave({})
})
afterAll(async () => {
  await relay?.close()
  await service?.close()
})

const type = async (path: string) => {
  const browser = service.browser()
  const typed = path === '/register/' ? { full_name: 'Ada Lovelace', phone_number: '' } : {}
  await browser.submit(await browser.get(path), { ...typed, email })
}
const ask = async (path: string) => {
  await type(path)
  await relay.sendDue()
}
const about = async () => explained(service, { email })
const purge = async () => {
  for (const one of purgesOf(LINK_TABLES)) await purgeAll(one, service.foundation)
}

test('a registration whose link waits, and whose link is over, is told; after some days nothing is left', async () => {
  const askedAt = service.clock.now()
  await ask('/register/')
  const waits = (await about()).get('registration-link-waits')
  expect(waits).toMatchObject({
    weight: 'stops',
    found: expect.stringContaining(`with this address on ${inWords(askedAt)}.`),
  })
  expect(waits?.found).toContain(`works until ${inWords(plusSeconds(askedAt, DAY_SECONDS))}`)
  service.clock.advance(DAY_SECONDS)
  await purge()
  const over = await about()
  expect(over.get('registration-link-waits')).toBeUndefined()
  expect(over.get('registration-link-expired')?.tell).toMatch(/^Register again/)
  // No act of the console is about an address without an account.
  for (const told of [waits, over.get('registration-link-expired')]) {
    expect(told?.found).toMatch(/ Whoever registers again gets a new link at once\.$/)
    expect(told).not.toHaveProperty('mayDo')
  }
  service.clock.advance(3 * DAY_SECONDS + 1)
  await purge()
  expect([...(await about()).keys()]).toEqual([])
})

// proves: letters-taken-are-told
test.each([
  ['/register/', 'registration-link-waits', false],
  ['/recover/', 'recovery-link-waits', true],
  ['/login/new-browser/', 'browser-link-waits', true],
] as const)('whether the mail server has taken the letter is told: %s', async (path, name, isCitizens) => {
  const caller = isCitizens ? await addCitizen(service, { email }) : { email }
  const found = async () => (await explained(service, caller)).get(name)?.found
  await type(path)
  expect(await found()).toContain(' The email waits to be sent. ')
  await relay.sendDue()
  expect(await found()).toContain(' The mail server has taken the email. ')
})

test.each([
  ['/register/', 'registration-link-waits', false],
  ['/recover/', 'recovery-link-waits', true],
] as const)(
  'whoever waits for a letter that is put off is not sent to look for it: %s',
  async (path, name, isCitizens) => {
    const caller = isCitizens ? await addCitizen(service, { email }) : { email }
    const told = async () => (await explained(service, caller)).get(name)?.tell
    await type(path)
    expect(await told()).toMatch(/^Look for the newest email/)
    relay.refuse('RCPT', 451, '4.3.0 try again later')
    await relay.sendDue()
    expect(await told()).toBe(
      'Our email to you has not been taken yet. We go on trying. Look whether your mailbox is full.',
    )
  },
)

test.each([
  ['of another kind', { kind: 'new-device' }],
  ['to somebody else', { recipient: 'somebody@example.org' }],
  ['of before the link', { ago: 60 }],
] as const)('a letter that waits %s says nothing of the newest link', async (_, { ...other }) => {
  const citizen = await addCitizen(service, { email })
  await ask('/recover/')
  const letter = { kind: 'recovery', recipient: email, ago: 0, ...other }
  const at = service.clock.now() - letter.ago
  await service.database.db.query`
    insert into outbox (message_id, kind, recipient, sealed_content, created_at, expires_at, attempts, next_attempt_at)
    values (gen_random_uuid(), ${letter.kind}, ${letter.recipient}, ${Buffer.from('sealed')}, to_timestamp(${at}),
            to_timestamp(${at + DAY_SECONDS}), 0, to_timestamp(${at + DAY_SECONDS}))`
  const told = (await explained(service, citizen)).get('recovery-link-waits')?.found
  await service.database.db.query`delete from outbox`
  expect(told).toContain(' The mail server has taken the email. ')
})

test('the letter for a new password that nobody asked for has a name of its own, and its refusal is told', async () => {
  const citizen = await addCitizen(service, { email })
  await ask('/recover/')
  const details = { kind: 'was-not-me', reason: 'refused-recipient', reply: '550 5.1.1' }
  const origin = { actor: 'system' } as const
  await appendEvent(service.foundation, {
    ...{ name: 'letter-given-up', origin, citizenId: citizen.citizenId, details },
  })
  expect((await explained(service, citizen)).get('recovery-mail-refused')?.found).toContain('(550 5.1.1)')
})

test('a link that is kept for the supporter still opens nothing', async () => {
  await type('/register/')
  const path = linkPathIn(await newestLetter(service.foundation, 'registration', email))
  service.clock.advance(DAY_SECONDS)
  await purge()
  expect((await service.browser().get(path)).html.querySelector('input[name=password]')).toBeNull()
  expect((await about()).has('registration-link-expired')).toBe(true)
})

test('a refused mail is told with the codes of the mail server, also after its link is over', async () => {
  relay.refuse('RCPT', 550, '5.1.1 <someone@example.org> is nobody here')
  await ask('/register/')
  const told = async () => (await about()).get('registration-mail-refused')?.found
  expect(await told()).toMatch(
    /refused the email for good \(550 5\.1\.1\)\. It mostly means that there is no such mailbox\.$/,
  )
  service.clock.advance(2 * DAY_SECONDS)
  await purge()
  expect(await told()).not.toContain('someone')
})

test('of several the newest is told, and how many there were', async () => {
  await ask('/register/')
  service.clock.advance(60)
  await ask('/register/')
  expect((await about()).get('registration-link-waits')?.found).toContain(
    'It was asked for 2 times in the last days.',
  )
})

test('a limit that is spent is told until it ends', async () => {
  for (let time = 0; time < 4; time += 1) await ask('/register/')
  const limit = (await about()).get('limit-register-per-email')
  expect(limit?.weight).toBe('slows')
  service.clock.advance(60 * 60 + 1)
  expect((await about()).has('limit-register-per-email')).toBe(false)
})

test('a new password that was asked for is told to the owner, and an address of nobody is not told of one', async () => {
  await ask('/recover/')
  expect([...(await about()).keys()]).toEqual([])
  const citizen = await addCitizen(service, { email })
  await ask('/recover/')
  const names = [...(await explained(service, citizen)).keys()]
  expect(names).toContain('recovery-link-waits')
  expect(names).not.toContain('registration-link-waits')
})

test('a letter to a citizen that was refused is told of that citizen and that kind alone, until a newer one is taken', async () => {
  const citizen = await addCitizen(service, { email })
  const other = await addCitizen(service)
  const { db } = service.foundation
  email = other.email
  await ask('/recover/')
  email = citizen.email
  await ask('/recover/')
  relay.refuse('RCPT', 552, '5.2.2 mailbox of <someone@example.org> is full')
  service.clock.advance(60)
  await ask('/recover/')
  const told = (whom: typeof citizen) => explained(service, whom)
  expect((await told(citizen)).get('recovery-mail-refused')?.found).toMatch(
    /refused the email for good \(552 5\.2\.2\)\. It mostly means that the mailbox is full\.$/,
  )
  expect((await told(citizen)).has('recovery-link-waits')).toBe(false)
  const events = await db.query<{ details: unknown }>`
    select details from audit_events where citizen_id = ${citizen.citizenId} and name = 'letter-given-up'`
  expect(events).toEqual([
    {
      details: {
        ...{ kind: 'recovery', reason: 'refused-recipient', reply: '552 5.2.2' },
        ...{ message_id: expect.any(String), failed_attempts: 0 },
      },
    },
  ])
  relay.smtp.behave({})
  expect([...(await told(other)).keys()]).toContain('recovery-link-waits')
  service.clock.advance(60)
  await ask('/recover/')
  expect([...(await told(citizen)).keys()]).toContain('recovery-link-waits')
})

test.each([
  ['of another kind', 'letter-given-up', { kind: 'verification', reason: 'refused-recipient' }, 0],
  ['that was only too old', 'letter-given-up', { kind: 'recovery', reason: 'expired' }, 0],
  ['of before the link', 'letter-given-up', { kind: 'recovery', reason: 'refused-mail' }, 60],
  ['of something else', 'citizen-letter-resent', { kind: 'recovery', reason: 'refused-mail' }, 0],
] as const)('a refusal %s says nothing of the newest link', async (_, name, details, secondsBefore) => {
  const citizen = await addCitizen(service, { email })
  const origin = { actor: 'system' } as const
  await appendEvent(service.foundation, {
    ...{ name, origin, citizenId: citizen.citizenId, details },
  })
  service.clock.advance(secondsBefore)
  await ask('/recover/')
  expect([...(await explained(service, citizen)).keys()]).toContain('recovery-link-waits')
})

const resend = ({ subject }: { readonly subject: string }) =>
  `portico citizen resend ${subject} --reason TEXT`

test.each([
  ['/recover/', 'recovery'],
  ['/login/new-browser/', 'browser'],
] as const)('a link that waits or is over can be sent once more: %s', async (path, purpose) => {
  const citizen = await addCitizen(service, { email })
  const told = async (name: string) => (await explained(service, citizen)).get(name)
  await ask(path)
  expect(await told(`${purpose}-link-waits`)).toMatchObject({ weight: 'waits', mayDo: resend(citizen) })
  service.clock.advance(60 * 60)
  expect(await told(`${purpose}-link-expired`)).toMatchObject({ mayDo: resend(citizen) })
  await suspendCitizen(service.foundation, { emailOrSubject: email, reason: 'Fraud' })
  expect(await told(`${purpose}-link-expired`)).not.toHaveProperty('mayDo')
})

test('only the newest link is sent once more, so no older one of another kind says that it is', async () => {
  const citizen = await addCitizen(service, { email })
  await ask('/recover/')
  service.clock.advance(60)
  await ask('/login/new-browser/')
  const told = await explained(service, citizen)
  expect(told.get('browser-link-waits')).toHaveProperty('mayDo', resend(citizen))
  expect(told.get('recovery-link-waits')).not.toHaveProperty('mayDo')
})

const GONE = 'Your mail provider says that your mailbox does not exist. If you have lost it,'
const SEEMS_GONE = 'It seems that your mailbox does not exist. If you have lost it,'
const GENERAL = 'Your mail provider refuses our email. Look whether your mailbox is full:'

test.each([
  [550, '5.1.1 no such user', GONE],
  [550, '5.1.10 nobody has this address', GONE],
  [550, 'denied by a rule', SEEMS_GONE],
  [551, 'not here', SEEMS_GONE],
  [550, '5.1.2 no such host', SEEMS_GONE],
  [501, '5.1.3 bad address', SEEMS_GONE],
  [551, '5.1.6 moved away', SEEMS_GONE],
  [552, '5.2.2 full', 'Your mailbox is full. Make room, and ask again.'],
  [550, '5.2.2 full', 'Your mailbox is full. Make room, and ask again.'],
  [552, 'too much', 'It seems that your mailbox is full. Make room, and ask again.'],
  [552, '5.3.4 too large', GENERAL],
  [550, '5.1.8 no', GENERAL],
  [553, 'no', GENERAL],
])(
  'what the caller is told of a mail that was refused with %i %s is what the answer means',
  async (code, answer, tells) => {
    const citizen = await addCitizen(service, { email })
    relay.refuse('RCPT', code, answer)
    await ask('/login/new-browser/')
    expect((await explained(service, citizen)).get('browser-mail-refused')?.tell.slice(0, tells.length)).toBe(
      tells,
    )
  },
)

test.each([
  [550, '5.1.1 no', 'Your mail provider says that there is no mailbox with this address. Look whether'],
  [550, 'no', 'It seems that there is no mailbox with this address. Look whether'],
  [552, '5.2.2 full', 'Your mailbox is full. Make room and ask again, or use another'],
  [552, 'no', 'It seems that your mailbox is full. Make room and ask again, or use another'],
  [553, 'no', 'Your mail provider refuses our email. Look whether the address is spelled right'],
])(
  'whoever registers is told the same of an address without an account: %i %s',
  async (code, answer, tells) => {
    relay.refuse('RCPT', code, answer)
    await ask('/register/')
    expect((await about()).get('registration-mail-refused')?.tell.slice(0, tells.length)).toBe(tells)
  },
)

test('where the mail was refused, sending it once more is not proposed, but another address is', async () => {
  const citizen = await addCitizen(service, { email })
  relay.refuse('RCPT', 552, '5.2.2 full')
  await ask('/login/new-browser/')
  const told = await explained(service, citizen)
  expect(told.get('browser-mail-refused')?.found).toContain('552 5.2.2')
  expect(told.get('browser-mail-refused')?.mayDo).toBe(
    `If the caller has lost this mailbox, only with proof of who they are: portico citizen change-address ${citizen.subject} --to ADDRESS --reason TEXT`,
  )
})
