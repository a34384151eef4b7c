import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { explained, inWords } from '../../testing/explained.ts'
import { addCitizen } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { giveUpExpiredLetters } from '../mail/deliver-letter.ts'
import { type RelayOf, relayOf } from '../mail/relay-of.fixture.ts'

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
  email = `late${round}@example.org`
  relay.refuse('RCPT', 450, '4.2.0 greylisted')
})
afterAll(async () => {
  await relay?.close()
  await service?.close()
})

const ask = async (path: string) => {
  const browser = service.browser()
  const typed = path === '/register/' ? { full_name: 'Ada Lovelace', phone_number: '' } : {}
  await browser.submit(await browser.get(path), { ...typed, email })
}
/** The mail server puts off so many tries; the pauses between them are of 15 minutes at most. */
const tryTimes = async (times: number) => {
  for (let time = 0; time < times; time += 1) {
    await relay.sendDue()
    service.clock.advance(5 * 60)
  }
}
const namesOf = async (caller: Parameters<typeof explained>[1], purpose: string) =>
  [...(await explained(service, caller)).keys()].filter((name) => name.startsWith(purpose))
/** Both ways in which a letter that is too late is given up. */
const GIVEN_UP = {
  'when it is its turn': () => relay.sendDue(),
  'by the round that looks for such letters': () => giveUpExpiredLetters(service.foundation),
}

const KINDS = [
  ['/register/', 'registration', 'stops', false],
  ['/recover/', 'recovery', 'slows', true],
  ['/login/new-browser/', 'browser', 'slows', true],
] as const
const CASES = Object.entries(GIVEN_UP).flatMap(([how, giveUp]) =>
  KINDS.map(([path, ...kind]) => [path, how, giveUp, kind] as const),
)

// proves: letters-put-off-are-told
test.each(CASES)(
  'a letter that the mail server put off until its link had ended is told as never arrived: %s, given up %s',
  async (path, _, giveUp, [purpose, weight, isCitizens]) => {
    const caller = isCitizens ? await addCitizen(service, { email }) : { email }
    const about = async () => explained(service, caller)
    const askedAt = service.clock.now()
    await ask(path)
    await tryTimes(2)
    expect((await about()).has(`${purpose}-link-waits`)).toBe(true)
    service.clock.advance(DAY_SECONDS)
    await giveUp()
    const told = await about()
    expect(told.get(`${purpose}-mail-put-off`)).toMatchObject({
      weight,
      found: expect.stringMatching(
        /The email never arrived: the mail server put off 2 tries, until the link had ended\.$/,
      ),
      tell: expect.stringMatching(
        /^Your mail provider did not take our email in time\. Look .* your mailbox is full.* ask again later/,
      ),
    })
    expect(told.get(`${purpose}-mail-put-off`)?.found).toContain(inWords(askedAt))
    expect([...told.keys()].filter((name) => name.startsWith(`${purpose}-link`))).toEqual([])
    if ('subject' in caller)
      expect(told.get(`${purpose}-mail-put-off`)?.mayDo).toMatch(
        new RegExp(
          `^portico citizen resend ${caller.subject} .* portico citizen change-address ${caller.subject} `,
        ),
      )
    else expect(told.get(`${purpose}-mail-put-off`)).not.toHaveProperty('mayDo')
  },
)

test.each(KINDS)(
  'a letter that nothing tried to send is told as such, and blames no mailbox: %s',
  async (path, purpose, _, isCitizens) => {
    const caller = isCitizens ? await addCitizen(service, { email }) : { email }
    await ask(path)
    service.clock.advance(DAY_SECONDS)
    await giveUpExpiredLetters(service.foundation)
    expect(await namesOf(caller, purpose)).toEqual([`${purpose}-mail-put-off`])
    const told = (await explained(service, caller)).get(`${purpose}-mail-put-off`)
    expect(told).toMatchObject({
      found: expect.stringMatching(/The email never left: it was not sent before the link had ended\.$/),
      tell: 'We could not send our email in time. Ask for a new one.',
    })
    expect(told?.mayDo ?? '').not.toContain('change-address')
  },
)

test.each(KINDS)(
  'an earlier letter that was put off says nothing of the newest one, which was taken: %s',
  async (path, purpose, _, isCitizens) => {
    const caller = isCitizens ? await addCitizen(service, { email }) : { email }
    const name = () => namesOf(caller, purpose)
    await ask(path)
    await tryTimes(2)
    relay.smtp.behave({})
    const { db } = service.database
    // The first one stays until it is too late.
    await db.query`update outbox set next_attempt_at = expires_at`
    await ask(path)
    await relay.sendDue()
    const [first] = await db.query<{ ends: number }>`
    select extract(epoch from expires_at)::int as ends from outbox where recipient = ${email}`
    service.clock.advance((first?.ends ?? 0) - service.clock.now())
    await giveUpExpiredLetters(service.foundation)
    expect(await name()).toEqual([`${purpose}-link-waits`])
    service.clock.advance(DAY_SECONDS)
    expect(await name()).toEqual([`${purpose}-link-expired`])
  },
)

test('who has another address, or another kind of link, is told of no letter that was put off', async () => {
  const citizen = await addCitizen(service, { email })
  const late = async () =>
    [...(await explained(service, citizen)).keys()].filter((name) => name.includes('put-off'))
  await ask('/recover/')
  email = (await addCitizen(service)).email
  await ask('/recover/')
  await service.database.db.query`delete from outbox where recipient = ${citizen.email}`
  email = citizen.email
  await ask('/login/new-browser/')
  await tryTimes(1)
  service.clock.advance(DAY_SECONDS)
  await giveUpExpiredLetters(service.foundation)
  expect(await late()).toEqual(['browser-mail-put-off'])
})

// proves: letters-put-off-are-told
test('whoever asked is not told that a letter which was put off was refused', async () => {
  const browser = service.browser()
  const sent = await browser.submit(await browser.get('/register/'), {
    ...{ full_name: 'Ada Lovelace', phone_number: '', email },
  })
  await tryTimes(1)
  service.clock.advance(DAY_SECONDS)
  await giveUpExpiredLetters(service.foundation)
  expect((await browser.get(sent.url)).body).not.toContain('refuse')
})
