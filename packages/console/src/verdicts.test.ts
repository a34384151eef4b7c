import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Citizen, replaceEmail, suspendCitizen } from '../../identity/src/citizens/index.ts'
import { disableClient } from '../../identity/src/clients/index.ts'
import { plusSeconds } from '../../identity/src/platform/clock.ts'
import { addCitizen, addProgram } from '../../identity/testing/people.ts'
import { enterProgram } from '../../identity/testing/program-flow.ts'
import type { Visited } from '../../identity/testing/test-browser.ts'
import { type ConsoleBrowser, type ConsoleStage, startStage } from '../testing/console-stage.ts'

let stage: ConsoleStage
let ida: ConsoleBrowser
beforeAll(async () => {
  stage = await startStage({
    PORTICO_CONSOLE_LOOKS_PER_HOUR: '1000',
    PORTICO_CONSOLE_UNCOVERS_PER_HOUR: '1000',
  })
  ida = await stage.operator('support')
})
afterAll(() => stage.close())

const mainOf = ({ html }: Visited) => (html.querySelector('main')?.text ?? '').replace(/\s+/g, ' ').trim()
const search = async (who: string) => ida.send(await ida.open('/'), { who })
const openAccount = (page: Visited) => ida.click(page, 'Open the account')
const looksOf = (citizenId: string) =>
  stage.service.database.db.query<{ command: string }>`
    select details ->> 'command' as command from audit_events
     where name = 'operator-looked' and citizen_id = ${citizenId} order by at, event_id`

// proves: console-says-why
describe('the account that a search leads to', () => {
  /** Somebody whose address was changed yesterday: the former one can take the account back. */
  const changed = async () => {
    const { db, clock } = stage.service.foundation
    const citizen = await addCitizen(stage.service)
    const { citizenId, email, securityVersion } = citizen
    const newEmail = `new.${email}`
    const times = { now: clock.now(), reservedUntil: plusSeconds(clock.now(), 86_400) }
    await db.transaction((tx) => replaceEmail(tx, citizen, { email: newEmail, emailVerified: true }, times))
    await db.query`
      insert into address_changes (citizen_id, security_version, password_mark, old_email, new_email, is_proven, stop_hash, undo_hash, asked_at, next_at, done_at)
      values (${citizenId}, ${securityVersion}, 'a mark', ${email}, ${newEmail}, true, decode('00', 'hex'), decode('01', 'hex'),
              to_timestamp(${clock.now() - 86_400}), to_timestamp(${clock.now() + 86_400}), to_timestamp(${clock.now() - 10}))`
    return { citizen, newEmail }
  }
  const listed = ({ html }: Visited) =>
    html
      .querySelectorAll('main .advice, main dl:has(p) > div')
      .map(({ text }) => text.replace(/\s+/g, ' ').trim())
  const lead = ({ html }: Visited) => html.querySelectorAll('.lead').at(-1)?.text

  test('has the verdict of the search: for the former address, the same findings in the same order, also uncovered', async () => {
    const { citizen, newEmail } = await changed()
    const found = await search(citizen.email)
    expect(lead(found)).toContain('somebody else has taken over the account')
    expect(listed(found)[0]).toMatch(
      /^Tell .+ What helps: ?Send the old address the way back once more ?If the caller proves who they are, .+ – only security may( \(.+\))?\. Hand it over\.$/,
    )
    // Whoever came from there has read it.
    expect(found.html.querySelectorAll('main > details .advice')).toEqual([])
    const account = await openAccount(found)
    expect(account.html.querySelectorAll('main > details .advice')).toHaveLength(1)
    expect([account.status, new URL(account.url).pathname]).toEqual([200, '/citizen/'])
    expect([lead(account), listed(account)]).toEqual([lead(found), listed(found)])
    expect(account.body).not.toContain(newEmail)
    const half = await ida.send(account, { ticket: 'T-1' })
    expect([half.status, listed(half)]).toEqual([400, listed(found)])
    const uncovered = await ida.send(half, { ticket: 'T-1', reason: 'The caller asks' })
    expect(uncovered.body).toContain(newEmail)
    expect(listed(uncovered)).toEqual(listed(found))
    expect((await looksOf(citizen.citizenId)).map(({ command }) => command)).toEqual([
      ...['citizen why', 'console citizen', 'console uncover'],
    ])
  })

  test('has the verdict on its own address without a search', async () => {
    const { citizen } = await changed()
    const account = await ida.open(`/citizen/?subject=${citizen.subject}`)
    expect(lead(account)).not.toBe(lead(await search(citizen.email)))
    expect(listed(account)[0]).toMatch(/^Tell /)
    const way = account.html.querySelector('main .advice a[href*="send-way-back"]')
    expect(way?.getAttribute('href')).toContain(`subject=${citizen.subject}`)
  })

  test('is no account of somebody else, whatever the note of the address says was searched for', async () => {
    const { citizen, newEmail } = await changed()
    const other = await addCitizen(stage.service)
    await suspendCitizen(stage.service.foundation, { emailOrSubject: other.email, reason: 'a test' })
    const { searchParams } = new URL((await search(other.email)).url)
    searchParams.set('subject', citizen.subject)
    const page = await ida.open(`/citizen/?${searchParams}`)
    expect(page.html.querySelectorAll('main dl code').map(({ text }) => text)).toContain(citizen.subject)
    expect(mainOf(page)).not.toContain('suspended')
    expect(page.body).not.toContain(newEmail)
    // It has answered something about the other one, if only that it is another one.
    expect((await looksOf(other.citizenId)).map(({ command }) => command)).toEqual([
      'citizen why',
      'console citizen',
    ])
  })
})

// proves: console-says-why
describe('what an operator may do about a finding', () => {
  let suspended: Citizen
  beforeAll(async () => {
    suspended = await addCitizen(stage.service)
    await suspendCitizen(stage.service.foundation, { emailOrSubject: suspended.email, reason: 'a test' })
  })

  test('leads to the act where the role reaches it, and is no command', async () => {
    const security = await stage.operator('security')
    const page = await security.send(await security.open('/'), { who: suspended.email })
    const way = page.html.querySelector('main .advice a')
    expect(way?.getAttribute('href')).toContain('/act/?act=citizen+reinstate&')
    expect(mainOf(page)).not.toMatch(/portico |--reason|Security decides/)
    const act = await security.click(page, way?.text.trim() ?? '')
    expect(act.html.querySelector('h1')?.text).toBe(way?.text.trim())
  })

  test('is to hand it over where the role does not', async () => {
    const page = await search(suspended.email)
    expect(mainOf(page)).toMatch(
      /Let the citizen sign in again – only security may \(Operator \d+\)\. Hand it over\./,
    )
    expect(page.html.querySelectorAll('main .advice a, main .advice button')).toEqual([])
  })

  test.each([
    ['support', /If this should be changed, security decides \(.+\): hand it over\./],
    ['security', /This is done on the machine of the service: tell whoever runs it\./],
  ] as const)('is to hand over what no page does: %s', async (role, says) => {
    const { clientId } = await addProgram(stage.service)
    await disableClient(stage.service.foundation, clientId)
    const operator = role === 'support' ? ida : await stage.operator(role)
    const page = await operator.send(await operator.open('/'), { who: clientId })
    expect(mainOf(page)).toMatch(says)
    expect(mainOf(page)).not.toContain('portico ')
  })

  test('is a search for the program that is disabled', async () => {
    const citizen = await addCitizen(stage.service)
    const program = await addProgram(stage.service)
    await enterProgram(stage.service, program, citizen)
    await disableClient(stage.service.foundation, program.clientId)
    const page = await search(citizen.email)
    expect(mainOf(page)).not.toContain('portico ')
    const why = await ida.inner.post('/', {
      who: page.html.querySelector('main .advice input[name="who"]')?.getAttribute('value') ?? '',
    })
    expect(mainOf(why)).toContain('Parking Permits')
    expect(mainOf(why)).toMatch(/If this should be changed, security decides \(.+\): hand it over\./)
  })
})
