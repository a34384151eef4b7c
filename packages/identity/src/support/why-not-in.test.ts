import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CONTRACT_LIMITS } from '../../testing/contract-limits.ts'
import {
  expectInEveryLanguage,
  expectSameValues,
  inEnglish,
  readerOf,
  textOfAll,
} from '../../testing/explained.ts'
import { addCitizen, addProgram, signIn, TEST_PASSWORD } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { appendEvent, systemOrigin } from '../audit/index.ts'
import { replaceEmail, signOutCitizen, suspendCitizen } from '../citizens/index.ts'
import { forgiveCitizen } from '../guesses/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import type { Explains, Finding, FindingWeight } from '../platform/room/explains.ts'
import { noteRefusals } from '../refusals/refusal-store.ts'
import { EXPLAINS, OWN_LINKS } from '../room-heads.ts'
import { forgiveInRooms } from '../rooms.ts'
import { whyNotIn } from './why-not-in.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const finding = (weight: FindingWeight): Finding => ({
  ...{ name: weight, weight, to: 'owner' },
  tellTo: () => ({ found: [`It ${weight}.`], tell: ['Tell.'] }),
})
const told =
  (...weights: readonly FindingWeight[]): Explains =>
  async () =>
    weights.map(finding)
async function ask(who: string, ...explains: readonly Explains[]) {
  const needs = { ...service.foundation, ...HEARD, limits: CONTRACT_LIMITS, explains, ownLinks: OWN_LINKS }
  const { verdictFor, findings, ...found } = await whyNotIn(needs, who)
  expectInEveryLanguage(verdictFor)
  for (const each of findings) expectSameValues(each)
  return {
    ...found,
    verdict: textOfAll(verdictFor(readerOf('en'))),
    findings: findings.map(inEnglish),
  }
}

const HEARD = { progress: () => undefined, stopped: new AbortController().signal }

const looks = () => service.database.db.query<{ citizen: string | null; client: string | null }>`
  select citizen_id as citizen, client_id as client from audit_events
   where name = 'operator-looked' and details ->> 'command' = 'citizen why' order by at, event_id`

// proves: support-says-why
test('what keeps the caller out most stands first, whichever room says it', async () => {
  const citizen = await addCitizen(service)
  const { verdict, findings } = await ask(citizen.email, told('tells', 'waits'), told('slows'), told('stops'))
  expect(findings.map(({ weight }) => weight)).toEqual(['stops', 'slows', 'waits', 'tells'])
  expect(verdict).toBe('It stops.')
  expect((await ask(citizen.email, told('waits', 'slows'))).verdict).toBe(
    'The account may be used. But: It slows.',
  )
  expect((await ask(citizen.email, told('waits'))).verdict).toBe(
    'Nothing keeps this caller out now. But: It waits.',
  )
})

test.each([
  ['ANA@Example.test ', 'account'],
  ['by-subject', 'account'],
  ['old.address@example.test', 'former-address'],
  ['never.seen@example.test', 'address'],
  ['client', 'program'],
  ['00000000-0000-4000-8000-000000000000', 'nothing'],
  ['<b>nobody</b>', 'nothing'],
  ['', 'nothing'],
  ['x'.repeat(100_000), 'nothing'],
  ["'; drop table citizens; --", 'nothing'],
])('%s is taken for what it is', async (typed, as) => {
  const { db, clock } = service.foundation
  const citizen = await addCitizen(service, { email: `ana.${typed.length}.${as}@example.test` })
  if (as === 'former-address')
    await db.transaction((tx) =>
      replaceEmail(
        tx,
        citizen,
        { email: `new.${citizen.email}`, emailVerified: true },
        { now: clock.now(), reservedUntil: plusSeconds(clock.now(), 60) },
      ),
    )
  const program = await addProgram(service)
  const who: Readonly<Record<string, string>> = {
    'ANA@Example.test ': ` ${citizen.email.toUpperCase()} `,
    'by-subject': citizen.subject.toUpperCase(),
    'old.address@example.test': citizen.email,
    client: program.clientId,
  }
  const answer = await ask(who[typed] ?? typed, told('tells'))
  expect(answer.as).toBe(as)
  expect(answer.subject).toBe(as === 'account' || as === 'former-address' ? citizen.subject : undefined)
})

describe('a caller who gives no address', () => {
  const named = (changes: Parameters<typeof addCitizen>[1]) => addCitizen(service, changes)

  // proves: support-finds-by-name
  test.each(['Zoë van der Berg-Ito', ' zoë VAN DER BERG-ITO '])('is found by the name %j', async (typed) => {
    await service.database.db.query`delete from citizens where full_name = 'Zoë van der Berg-Ito'`
    const citizen = await named({ fullName: 'Zoë van der Berg-Ito' })
    await named({ fullName: 'Zoë van der Berg' })
    expect(await ask(typed)).toMatchObject({ as: 'account', subject: citizen.subject })
  })

  // proves: support-finds-by-name
  test.each(['+49 (0)30 55 50 12 34', '030 55501234', '0049-30-55501234', '030/5550.1234'])(
    'is found by the telephone number, as people say it: %j',
    async (typed) => {
      await service.database.db.query`delete from citizens where phone_number like '%55501234'`
      const citizen = await named({ phoneNumber: '+49 30 55501234' })
      await named({ phoneNumber: '+49 30 55501235' })
      expect(await ask(typed)).toMatchObject({ as: 'account', subject: citizen.subject })
    },
  )

  test('is asked for the address where several have the name or the number, and none of them is told', async () => {
    for (let time = 0; time < 3; time += 1)
      await named({ fullName: 'Kim Twin', phoneNumber: '+44 20 7946 0000' })
    for (const typed of ['kim twin', '020 7946 0000'])
      expect(await ask(typed)).toMatchObject({
        ...{ as: 'several', subject: undefined, findings: [] },
        verdict: expect.stringContaining('More than one account'),
      })
  })

  test('a name of twelve letters is a name, although a reference number could look so', async () => {
    const citizen = await named({ fullName: 'Anna-Schmidt' })
    expect(await ask('Anna-Schmidt')).toMatchObject({ as: 'account', subject: citizen.subject })
  })

  test('a telephone number of twelve digits is no reference number', async () => {
    expect(await ask('015112345678')).toMatchObject({
      as: 'nothing',
      verdict: expect.stringContaining('telephone number or whole name'),
    })
  })

  test.each(['Ana', '%', '_', 'Kim', '1234567', '+', '----------', '0'.repeat(40)])(
    'a part of a name or of a number finds nobody: %j',
    async (typed) => {
      await named({ fullName: 'Kim Only', phoneNumber: '+34 600 12345678' })
      expect(await ask(typed)).toMatchObject({ as: 'nothing', subject: undefined })
    },
  )

  test('a closed account has no name to be found by', async () => {
    await named({ fullName: '', phoneNumber: '', standing: 'closed' })
    expect((await ask(' ')).as).toBe('nothing')
  })

  test('a program is found by its name in any language; two of one name are several', async () => {
    const program = await addProgram(service, { name: 'Dog Register', names: { de: 'Hunderegister' } })
    for (const typed of ['dog register', ' Hunderegister'])
      expect(await ask(typed)).toMatchObject({ as: 'program' })
    const { rows } = { rows: await looks() }
    expect(rows.at(-1)?.client).toBe(program.clientId)
    await addProgram(service, { name: 'Dog Register' })
    expect((await ask('Dog Register')).as).toBe('several')
  })
})

// proves: support-says-why
test('whoever gives the address that the account had is told so first, whatever the account needs', async () => {
  const { db, clock } = service.foundation
  const citizen = await addCitizen(service)
  const { citizenId, email, securityVersion } = citizen
  const newEmail = `n.${email}`
  const times = { now: clock.now(), reservedUntil: plusSeconds(clock.now(), 86_400) }
  await db.transaction((tx) => replaceEmail(tx, citizen, { email: newEmail, emailVerified: false }, times))
  await db.query`
    insert into address_changes (citizen_id, security_version, password_mark, old_email, new_email, is_proven, stop_hash, undo_hash, asked_at, next_at, done_at)
    values (${citizenId}, ${securityVersion}, 'a mark', ${email}, ${newEmail}, false, decode('00', 'hex'), decode('01', 'hex'),
            to_timestamp(${clock.now() - 86_400}), to_timestamp(${clock.now() + 86_400}), to_timestamp(${clock.now() - 10}))`
  const { verdict, findings } = await ask(email, ...EXPLAINS)
  expect(verdict).toMatch(/^This was the address of the account until /)
  expect(findings.slice(0, 2).map(({ name }) => name)).toEqual(['address-changed', 'address-not-verified'])
  expect((await ask(newEmail, ...EXPLAINS)).findings[0]?.name).toBe('address-not-verified')
  const changed: Explains = async () => [finding('waits'), { ...finding('waits'), name: 'address-changed' }]
  expect((await ask(newEmail, changed)).findings.map(({ name }) => name)).toEqual([
    'waits',
    'address-changed',
  ])
})

test('an address whose reservation is over is the address of nobody', async () => {
  const { db, clock } = service.foundation
  const citizen = await addCitizen(service)
  const times = { now: clock.now(), reservedUntil: plusSeconds(clock.now(), 60) }
  await db.transaction((tx) =>
    replaceEmail(tx, citizen, { email: `n.${citizen.email}`, emailVerified: true }, times),
  )
  expect((await ask(citizen.email)).as).toBe('former-address')
  service.clock.advance(60)
  // The database has to say so, too.
  await db.query`update login_emails set reserved_until = now() where email = ${citizen.email}`
  expect(await ask(citizen.email)).toMatchObject({
    ...{ as: 'address', subject: undefined, findings: [] },
    verdict: expect.stringMatching(/^Nobody has an account with this address/),
  })
})

test('each look is in the audit, with whom it was about', async () => {
  const citizen = await addCitizen(service)
  const { clientId } = await addProgram(service)
  const before = (await looks()).length
  await ask(citizen.email)
  await ask(clientId)
  await ask('never.seen@example.test')
  expect((await looks()).slice(before)).toEqual([
    { citizen: citizen.citizenId, client: null },
    { citizen: null, client: clientId },
    { citizen: null, client: null },
  ])
})

test('what failed since the last sign-in that worked is told, and nothing that is older', async () => {
  const citizen = await addCitizen(service)
  const browser = service.browser()
  const guess = async () =>
    browser.submit(await browser.get('/login/'), { email: citizen.email, password: 'no' })
  await guess()
  await guess()
  expect((await ask(citizen.email)).findings[0]).toMatchObject({
    name: 'last-failed-wrong-password',
    found: expect.stringMatching(/^2 tries failed since the last sign-in/),
  })
  service.clock.advance(60)
  await signIn(browser, citizen)
  expect((await ask(citizen.email)).findings).toEqual([])
  service.clock.advance(60)
  await guess()
  service.clock.advance(24 * 60 * 60 + 1)
  expect((await ask(citizen.email)).findings).toEqual([])
})

test('what an operator forgave is not told any more, but a hash that cannot be read is', async () => {
  const citizen = await addCitizen(service)
  const browser = service.browser()
  const guess = async () =>
    browser.submit(await browser.get('/login/'), { email: citizen.email, password: 'no' })
  await guess()
  await guess()
  service.clock.advance(1)
  const forgive = { ...service.foundation, forgive: forgiveInRooms }
  await forgiveCitizen(forgive, { emailOrSubject: citizen.email, reason: 'She called' })
  expect((await ask(citizen.email)).findings).toEqual([])
  service.clock.advance(1)
  await guess()
  expect((await ask(citizen.email)).findings[0]).toMatchObject({
    name: 'last-failed-wrong-password',
    found: expect.stringMatching(/^1 try failed since an operator forgave the earlier ones/),
  })
  const { citizenId } = citizen
  await appendEvent(service.foundation, {
    ...{ name: 'sign-in-failed', origin: systemOrigin, citizenId },
    details: { purpose: 'sign-in', reason: 'unreadable-hash' },
  })
  service.clock.advance(1)
  await forgiveCitizen(forgive, { emailOrSubject: citizen.email, reason: 'Again' })
  expect((await ask(citizen.email)).findings[0]).toMatchObject({
    name: 'last-failed-unreadable-hash',
    found: expect.stringMatching(/^1 try failed since the last sign-in/),
  })
})

test('an address of nobody stays one, whatever was asked or guessed there', async () => {
  const email = 'never.seen@example.test'
  for (const weight of ['stops', 'slows', 'waits'] as const)
    expect((await ask(email, told(weight))).verdict).toMatch(/^Nobody has an account with this address/)
  const asked: Explains = async () => [
    finding('slows'),
    { ...finding('stops'), name: 'registration-link-waits' },
  ]
  expect((await ask(email, asked)).verdict).toBe('It stops.')
  const wanted: Explains = async () => [finding('slows'), { ...finding('stops'), name: 'new-address-waits' }]
  expect((await ask(email, wanted)).verdict).toBe('It stops.')
})

test('a hash that cannot be read keeps its citizen out', async () => {
  const citizen = await addCitizen(service, { passwordHash: '$argon2id$broken' })
  const browser = service.browser()
  await browser.submit(await browser.get('/login/'), { email: citizen.email, password: 'seven green horses' })
  expect((await ask(citizen.email)).findings[0]).toMatchObject({
    ...{ name: 'last-failed-unreadable-hash', weight: 'stops' },
    tell: expect.stringContaining('Forgotten your password?'),
  })
})

test('where no password signs in any more, none is said to be wrong', async () => {
  const citizen = await addCitizen(service, { passwordHash: '' })
  const browser = service.browser()
  await browser.submit(await browser.get('/login/'), { email: citizen.email, password: TEST_PASSWORD })
  const [event] = await service.database.db.query<{ reason: string }>`
    select details ->> 'reason' as reason from audit_events where citizen_id = ${citizen.citizenId} and name = 'sign-in-failed'`
  expect(event?.reason).toBe('wrong-password')
  expect((await ask(citizen.email)).findings).toEqual([])
})

test('a failure because of the standing is left to the room that knows the reason', async () => {
  const citizen = await addCitizen(service)
  await suspendCitizen(service.foundation, { emailOrSubject: citizen.email, reason: 'Fraud' })
  const browser = service.browser()
  await browser.submit(await browser.get('/login/'), { email: citizen.email, password: 'no' })
  expect((await ask(citizen.email)).findings).toEqual([])
})

test('the number of a failed sign-in of nobody leads to the question for the address', async () => {
  const browser = service.browser()
  const typed = { email: 'nobody@example.org', password: 'no' }
  const page = await browser.submit(await browser.get('/login/'), typed)
  const { as, subject, verdict, findings } = await ask(page.headers.get('x-request-id') ?? '')
  expect([as, subject, findings]).toEqual(['page', undefined, []])
  expect(verdict).toMatch(
    / No account belongs to what was typed there\. Ask the caller for the e-mail address/,
  )
})

test('the reference number of a page leads to who saw it, and to what the request did', async () => {
  const citizen = await addCitizen(service)
  const browser = service.browser()
  const page = await browser.submit(await browser.get('/login/'), { email: citizen.email, password: 'no' })
  const reference = page.headers.get('x-request-id') ?? ''
  const { as, subject, verdict } = await ask(` ${reference} · 401 `, told('stops'))
  expect([as, subject]).toEqual(['page', citizen.subject])
  expect(verdict).toMatch(
    /^The page with this number was answered on .*: sign-in-failed wrong-password\. It stops\.$/,
  )
  service.clock.advance(24 * 60 * 60 + 1)
  expect(await ask(reference)).toMatchObject({
    ...{ as: 'page', subject: undefined, findings: [] },
    verdict: expect.stringMatching(
      /^If the caller has just read the number, try once more in half a minute: .* Otherwise no event of the last day has this reference number.* The case of the letters counts\./,
    ),
  })
})

test.each(['short', 'c5ophw7E', 'UPPERCASE0000', 'c5ophw7E001j; drop table', 'c5ophw7E001j'.repeat(9)])(
  '%s is no reference number, and nothing is searched',
  async (typed) => {
    expect((await ask(typed)).as).toBe('nothing')
  },
)

test('that an operator ended all access is told until somebody signs in, however often supporters have looked', async () => {
  const citizen = await addCitizen(service)
  const browser = service.browser()
  await signIn(browser, citizen)
  service.clock.advance(60)
  const by = { actor: 'operator', operator: 'ada', reason: 'a lost laptop' } as const
  await signOutCitizen({ ...service.foundation, by }, { emailOrSubject: citizen.email, reason: by.reason })
  for (let look = 0; look < 60; look += 1) await ask(citizen.email)
  expect((await ask(citizen.email)).findings[0]).toMatchObject({
    name: 'signed-out-by-operator',
    weight: 'waits',
    tell: expect.stringMatching(
      /^On .* the people who run this service signed you out everywhere\. On .* with a browser that was new to your account\. .* Sign in again\.$/,
    ),
  })
  service.clock.advance(60)
  await signIn(browser, citizen)
  expect((await ask(citizen.email)).findings).toEqual([])
})

const ONE_NAME = 'A first name or a surname alone finds nobody, unless it is the whole name'
const OR_NUMBER = 'If it is the number of a page, it is not known yet'

test.each([
  ['Lindner', true],
  ["O'Brien", true],
  ['Ångström-Lee', true],
  ['Παπαδοπούλου', true],
  ['Кузнецова', true],
  ['الخوارزمي', true],
  ['王小明', false],
  ['김민수', false],
  ['Eva Lindner', false],
  ['x', false],
  ['4711', false],
])('%j finds nobody, and whether a name alone finds nobody is said: %s', async (typed, isSaid) => {
  const { verdict } = await ask(typed)
  expect(verdict.includes(ONE_NAME)).toBe(isSaid)
  expect(verdict).toMatch(isSaid ? /whole name of the person or program/ : /telephone number or whole name\./)
  expect(verdict).not.toContain(OR_NUMBER)
})

test.each(['Papadopoulos', 'Schwarzenegger', 'Lena-Schmidt'])(
  'a surname that could be a reference number is told as a name, and not of the log: %s',
  async (typed) => {
    const { as, verdict } = await ask(typed)
    expect([as, verdict.includes(ONE_NAME), verdict.includes(OR_NUMBER)]).toEqual(['nothing', true, true])
    expect(verdict).not.toContain('The log has it as')
  },
)

describe('a reference number that looks like a surname', () => {
  const NUMBER = 'Schwarzkopff'
  const page = { as: 'page', verdict: expect.not.stringContaining(ONE_NAME) }

  test('is one where an event has it', async () => {
    const { db, clock } = service.foundation
    await db.query`
      insert into audit_events (event_id, filed_under, at, name, request_id, actor, details)
      select id, id, to_timestamp(${clock.now()}), 'sign-in-failed', ${`${NUMBER}event`}, 'citizen', '{}'::jsonb
        from (select gen_random_uuid() as id) made`
    expect(await ask(`${NUMBER}event`)).toMatchObject(page)
  })

  test('is one where a page that refused has it', async () => {
    const { db, clock } = service.foundation
    await noteRefusals(db, [
      {
        ...{ requestId: `${NUMBER}page`, at: clock.now(), why: 'form-expired', page: '/login/' },
        ...{ until: null, clientId: null },
      },
    ])
    expect(await ask(`${NUMBER}page`)).toMatchObject(page)
  })

  test('is the name where somebody has it', async () => {
    const citizen = await addCitizen(service, { fullName: NUMBER })
    expect(await ask(NUMBER)).toMatchObject({ as: 'account', subject: citizen.subject })
  })
})
