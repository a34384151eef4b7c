import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../packages/identity/testing/database.ts'
import { freePort } from '../packages/identity/testing/free-port.ts'
import { addCitizen, addProgram, signIn, type TestClient } from '../packages/identity/testing/people.ts'
import {
  enterProgram,
  exchange,
  introspect,
  newAttempt,
  obtainCode,
  refresh,
} from '../packages/identity/testing/program-flow.ts'
import type { Visited } from '../packages/identity/testing/test-browser.ts'
import { type IdentityProcess, startIdentity } from './kit/identity-process.ts'
import { linkIn, type Mail, type MailServer, startMailServer } from './kit/mail-server.ts'

/** Two processes on one database. The links in mails have the public address of both. */
let database: TestDatabase
let mailServer: MailServer
let one: IdentityProcess
let other: IdentityProcess
let program: TestClient

const RACERS = 30
/** The limit of registrations of one address in an hour, in this test. */
const PER_EMAIL = 20
const NEW_PASSWORD = 'seven ducks under a quiet bridge'

beforeAll(async () => {
  database = await createTestDatabase()
  mailServer = await startMailServer()
  const environment = {
    PORTICO_BASE_URL: `http://localhost:${await freePort()}`,
    PORTICO_SMTP_URL: mailServer.url,
    PORTICO_LIMIT_REGISTER_PER_EMAIL_HOUR: String(PER_EMAIL),
    PORTICO_LIMIT_RECOVER_PER_EMAIL_HOUR: String(PER_EMAIL),
  }
  const start = () => startIdentity({ databaseUrl: database.url, environment })
  ;[one, other] = await Promise.all([start(), start()])
  program = await addProgram(one.service)
})

afterAll(async () => {
  await Promise.all([one?.close(), other?.close()])
  await mailServer?.close()
  await database?.drop()
})

/** A name of letters only, different for each. */
const nameOf = (index: number): string =>
  `Ana ${'BCDEFGHIJK'[index % 10]}${'aeiou'[Math.floor(index / 10)]}rk`

const at = (index: number): IdentityProcess => (index % 2 === 0 ? one : other)

async function post(identity: IdentityProcess, path: string, body: unknown): Promise<number> {
  const answer = await fetch(identity.baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await answer.text()
  return answer.status
}

async function recoveryLink(email: string): Promise<string> {
  expect(await post(one, '/api/v1/accounts/recover/', { email })).toBe(202)
  return linkIn(await mailServer.mailTo(email, 'Choose a new password'))
}

/** Opens a mailed link at one of the processes, which shows the page and spends nothing. */
async function open(identity: IdentityProcess, link: string): Promise<() => Promise<Visited>> {
  const { pathname, search } = new URL(link)
  const browser = identity.browser()
  const page = await browser.get(pathname + search)
  expect(page.status).toBe(200)
  return () => browser.submit(page, { password: NEW_PASSWORD }, { follow: false })
}

function countOf(answers: readonly Visited[], status: number): number {
  return answers.filter((answer) => answer.status === status).length
}

// proves: threat-limits-in-parallel
test('thirty registrations of one address at two processes: exactly the allowed ones are accepted (contract 8)', async () => {
  const email = 'crowd@example.test'
  const statuses = await Promise.all(
    Array.from({ length: RACERS }, (_, index) =>
      post(at(index), '/api/v1/accounts/register/', { full_name: nameOf(index), email }),
    ),
  )
  expect(statuses.filter((status) => status === 202)).toHaveLength(PER_EMAIL)
  expect(statuses.filter((status) => status === 429)).toHaveLength(RACERS - PER_EMAIL)
  await mailServer.mailTo(email, 'Confirm your email address', PER_EMAIL)
})

// proves: threat-register-first
test('all links of one address used at once make one account, whose data are those of the link that won (contract 1.1, 3)', async () => {
  const email = 'crowd@example.test'
  const mails: readonly Mail[] = mailServer.mails.filter(({ recipients }) => recipients.includes(email))
  const uses = await Promise.all(mails.map((mail, index) => open(at(index), linkIn(mail))))
  const answers = await Promise.all(uses.map((use) => use()))
  expect([countOf(answers, 303), countOf(answers, 400)]).toEqual([1, PER_EMAIL - 1])
  const citizens = await database.db.query<{ fullName: string }>`
    select full_name as "fullName" from citizens where email = ${email}`
  expect(citizens).toHaveLength(1)
  const winner = mails[answers.findIndex(({ status }) => status === 303)]
  expect(winner?.text).toContain(`Hello ${citizens[0]?.fullName},`)
})

test('one registration link used by thirty at once has one winner (contract 3)', async () => {
  const email = 'single@example.test'
  expect(await post(one, '/api/v1/accounts/register/', { full_name: 'Ana', email })).toBe(202)
  const link = linkIn(await mailServer.mailTo(email, 'Confirm your email address'))
  const uses = await Promise.all(Array.from({ length: RACERS }, (_, index) => open(at(index), link)))
  const answers = await Promise.all(uses.map((use) => use()))
  expect([countOf(answers, 303), countOf(answers, 400)]).toEqual([1, RACERS - 1])
  const rows = await database.db.query`select 1 as found from citizens where email = ${email}`
  expect(rows).toHaveLength(1)
})

// proves: contract-3-recovery-once, threat-link-race
test('one recovery link used by thirty at once has one winner, who is told so in one mail (contract 3)', async () => {
  const citizen = await addCitizen(one.service)
  const link = await recoveryLink(citizen.email)
  const uses = await Promise.all(Array.from({ length: RACERS }, (_, index) => open(at(index), link)))
  const answers = await Promise.all(uses.map((use) => use()))
  expect([countOf(answers, 303), countOf(answers, 400)]).toEqual([1, RACERS - 1])
  await mailServer.mailTo(citizen.email, 'Your password was changed')
  const told = mailServer.mails.filter(
    ({ recipients, subject }) =>
      recipients.includes(citizen.email) && subject === 'Your password was changed',
  )
  expect(told).toHaveLength(1)
  await signIn(other.browser(), citizen, NEW_PASSWORD)
})

/** Asks for a registration in a browser, and returns what tries a code there, at either process. */
async function askForCode(email: string) {
  const browser = one.browser()
  const page = await browser.submit(await browser.get('/register/'), { full_name: 'Ana', email })
  const csrf_token = page.html.querySelector('input[name=csrf_token]')?.getAttribute('value') ?? ''
  const mail = await mailServer.mailTo(email, 'Confirm your email address')
  const twin = other.browser()
  for (const [name, value] of browser.cookies) twin.cookies.set(name, value)
  const type = (code: string, index: number) =>
    (index % 2 === 0 ? browser : twin).post('/register/sent/', { csrf_token, code }, { follow: false })
  return { mail, code: /^\d{6}$/m.exec(mail.text ?? '')?.[0] ?? '', type }
}

// proves: threat-mailed-code-guessing
test('thirty wrong codes at two processes at once are five tries, and then the right one does not work', async () => {
  const email = 'guessed@example.test'
  const { mail, code, type } = await askForCode(email)
  const wrong = (index: number) => String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0')
  const answers = await Promise.all(Array.from({ length: RACERS }, (_, index) => type(wrong(index), index)))
  expect(answers.map(({ status }) => status)).toEqual(Array(RACERS).fill(400))
  const left = answers.flatMap(({ body }) => /You can try (once more|\d)/.exec(body)?.[1] ?? [])
  expect(left.sort()).toEqual(['2', '3', '4', 'once more'])
  const rows = await database.db.query<{ tries: number }>`
    select code_tries as tries from mailed_links where email = ${email}`
  expect(rows).toEqual([{ tries: 5 }])
  expect((await type(code, 1)).status).toBe(400)
  expect((await (await open(other, linkIn(mail)))()).status).toBe(303)
})

// proves: threat-link-race
test('a right code that is sent ten times at once, while its link is used, has one winner', async () => {
  for (let lead = 0; lead < 4; lead += 1) {
    const email = `either${lead}@example.test`
    const { mail, code, type } = await askForCode(email)
    const use = await open(other, linkIn(mail))
    const typing = async () => {
      // The more requests are between, the further the use of the link has come.
      for (let between = 0; between < lead * 15; between += 1) await fetch(`${one.baseUrl}/api/health/`)
      return Promise.all(Array.from({ length: 10 }, (_, index) => type(code, index)))
    }
    const [used, typed] = await Promise.all([use(), typing()])
    expect(countOf([used, ...typed], 303)).toBe(1)
    const ready = await database.db.query`select 1 as found from citizens where email = ${email}`
    expect(ready).toHaveLength(used.status === 303 ? 1 : 0)
    const winner = typed.find(({ status }) => status === 303)?.location
    if (winner === undefined) continue
    const set = await open(one, winner)
    expect((await set()).status).toBe(303)
  }
})

// proves: threat-stay-after-reset
test('a password reset that races rotations, exchanges and sign-ins leaves nothing of the old time alive (contract 3, 5.5)', async () => {
  const citizen = await addCitizen(one.service)
  const { browser, tokens } = await enterProgram(one.service, program, citizen)
  const codes = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const attempt = newAttempt(program)
      return { ...attempt, code: await obtainCode(browser, attempt) }
    }),
  )
  const reset = await open(one, await recoveryLink(citizen.email))
  const accessTokens = [tokens.access_token]
  const refreshTokens = [tokens.refresh_token]
  let over = false
  const rotate = async () => {
    while (!over) {
      const reply = await refresh(other.service, program, refreshTokens.at(-1) ?? '')
      if (reply.status !== 200) return
      accessTokens.push(reply.body.access_token)
      refreshTokens.push(reply.body.refresh_token)
    }
  }
  const exchangeAll = async () => {
    for (const [index, code] of codes.entries()) {
      const reply = await exchange(at(index).service, program, code)
      if (reply.status !== 200) continue
      accessTokens.push(reply.body.access_token)
      refreshTokens.push(reply.body.refresh_token)
    }
  }
  const rotating = rotate()
  const [done] = await Promise.all([reset(), exchangeAll()])
  over = true
  await rotating
  expect(done.status).toBe(303)

  for (const token of accessTokens)
    expect(await introspect(other.service, program, token)).toEqual({ active: false })
  for (const token of refreshTokens)
    expect((await refresh(one.service, program, token)).body.error).toBe('invalid_grant')
  for (const code of codes)
    expect((await exchange(other.service, program, code)).body.error).toBe('invalid_grant')
  const account = await browser.get('/account/', { follow: false })
  expect([account.status, new URL(account.location ?? '').pathname]).toEqual([303, '/login/'])
  await expect(signIn(other.browser(), citizen)).rejects.toThrow('Sign-in answered 400')
  await signIn(one.browser(), citizen, NEW_PASSWORD)
})
