import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { suspendCitizen } from '../../identity/src/citizens/index.ts'
import { plusSeconds } from '../../identity/src/platform/clock.ts'
import { addCitizen, addProgram, signIn } from '../../identity/testing/people.ts'
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
  stage.service.database.db.query<{
    operator: string
    address: string | null
    command: string
    reason: string | null
  }>`
    select operator, address, details ->> 'command' as command, details ->> 'reason' as reason from audit_events
     where name = 'operator-looked' and citizen_id = ${citizenId} order by at, event_id`

// proves: console-says-why
describe('the search', () => {
  test('says why somebody cannot get in, and leads to the account; the look has the name of the operator', async () => {
    const citizen = await addCitizen(stage.service)
    await suspendCitizen(stage.service.foundation, { emailOrSubject: citizen.email, reason: 'a test' })
    const page = await search(`  ${citizen.email.toUpperCase()} `)
    expect(page.status).toBe(200)
    expect(mainOf(page)).toMatch(/An operator suspended the account/)
    expect(mainOf(page)).toMatch(
      /Tell only whom .+ What helps: .+ – only security may( \(.+\))?\. Hand it over\./,
    )
    expect(page.html.querySelectorAll('.advice p:empty')).toEqual([])
    expect(mainOf(page).match(/An operator suspended the account/g)).toHaveLength(1)
    expect(await looksOf(citizen.citizenId)).toMatchObject([{ operator: ida.name, address: '127.0.0.1' }])
    const account = await openAccount(page)
    expect(mainOf(account)).toContain(citizen.subject)
  })

  test.each([
    {
      ...{ language: 'de', direction: 'ltr' },
      verdict:
        /Die Betreuung hat das Konto am \d+\. \S+ \d{4} um \d\d:\d\d Uhr UTC gesperrt\. Gesperrt hat es [^.]+\. Die Sperre endet am /,
      handOver: /Die Anmeldung wieder erlauben – das darf nur die Sicherheit\. Geben Sie es weiter\.$/,
      theirs: { language: 'ar', direction: 'rtl', told: /حسابك موقوف حتى/ },
    },
    {
      ...{ language: 'ar', direction: 'rtl' },
      verdict: /أوقف الفريق الحساب في \d+ \S+ \d{4}.*UTC\. قام بذلك [^.]+\. ينتهي الإيقاف في /,
      handOver: /.+ – لا يملك ذلك إلا فريق الأمن\. أحِل الحالة إليه\.$/,
      theirs: { language: 'de', direction: 'ltr', told: /Ihr Konto ist bis zum .* gesperrt\./ },
    },
  ])(
    'speaks the language of the operator ($language), and tells the caller in that of the account, too',
    async ({ language, direction, verdict, handOver, theirs }) => {
      const citizen = await addCitizen(stage.service, { language: theirs.language })
      const { foundation, clock } = stage.service
      await suspendCitizen(
        { ...foundation, cause: 'misuse', endsAt: plusSeconds(clock.now(), 3600) },
        { emailOrSubject: citizen.email, reason: 'Paper <b>7</b>' },
      )
      const headers = { 'accept-language': language }
      const found = await search(citizen.email)
      const { html } = await ida.open(found.url, { headers })
      const textOf = (selector: string) => html.querySelector(selector)?.text.replace(/\u00a0/g, ' ')
      expect(html.querySelector('html')?.getAttribute('dir')).toBe(direction)
      expect(textOf('.lead')).toMatch(verdict)
      expect(html.querySelectorAll('main [lang="en"]')).toEqual([])
      expect(html.querySelectorAll('.lead time')).toHaveLength(2)
      expect(html.querySelectorAll('.lead bdi').at(-1)?.text).toBe('…')
      expect(textOf('.advice > p:last-of-type')).toMatch(handOver)
      expect(html.querySelector('main')?.text).not.toContain('portico ')
      expect(html.text).not.toContain('Subject')
      expect(textOf(`.advice details[lang="${theirs.language}"][dir="${theirs.direction}"] p`)).toMatch(
        theirs.told,
      )
    },
  )

  test('says nothing twice to somebody whose language the operator speaks', async () => {
    const citizen = await addCitizen(stage.service, { language: 'en', emailVerified: false })
    const page = await search(citizen.email)
    expect(page.html.querySelectorAll('main [lang]')).toEqual([])
  })

  test('covers the reason of an operator, which may name people, until the account is uncovered', async () => {
    const citizen = await addCitizen(stage.service)
    const reason = 'Paul <b>12</b> called'
    await suspendCitizen(stage.service.foundation, { emailOrSubject: citizen.email, reason })
    const page = await search(citizen.email)
    expect(mainOf(page)).toContain(
      'The operator’s reason, which is not for the caller: “…”. The reason is covered. To read it, uncover',
    )
    const account = await openAccount(page)
    for (const { body } of [page, account]) expect(body).not.toContain('Paul')
    const uncovered = await ida.send(account, { ticket: 'T-1', reason: 'The caller asks' })
    expect(mainOf(uncovered)).toContain(`The operator’s reason, which is not for the caller: “${reason}”`)
    expect(uncovered.html.querySelector('main .lead')?.text).not.toContain('is covered')
    expect(uncovered.html.querySelectorAll('main .lead b')).toEqual([])
  })

  test('covers it, too, where a reference number leads to it', async () => {
    const { citizenId } = await addCitizen(stage.service)
    const reference = 'Ab-_12xY00zz'
    await stage.service.foundation.db.query`
      insert into audit_events (event_id, filed_under, at, name, citizen_id, request_id, actor, operator, details)
      values (gen_random_uuid(), ${citizenId}::text::uuid, to_timestamp(${stage.service.clock.now()}), 'citizen-suspended', ${citizenId}::text::uuid,
              ${reference}, 'operator', 'Udo', '{"reason":"Paul called","cause":"misuse"}')`
    const page = await search(`${reference} · 200`)
    expect(mainOf(page)).toContain('citizen-suspended … misuse')
    expect(page.body).not.toContain('Paul')
  })

  test('finds a program', async () => {
    const { clientId } = await addProgram(stage.service)
    expect(mainOf(await search(clientId))).toContain('Parking Permits has never used its secret')
  })

  test('shows what was typed in a field with the focus, above the answer; so does the first page', async () => {
    const { email } = await addCitizen(stage.service)
    const first = await ida.open('/')
    expect(first.html.querySelector('#who')?.hasAttribute('autofocus')).toBe(true)
    const page = await ida.send(first, { who: email })
    const field = page.html.querySelector('#who')
    expect(field?.getAttribute('value')).toBe(email)
    expect(field?.hasAttribute('autofocus')).toBe(true)
    expect(page.body.indexOf('id="who"')).toBeLessThan(page.body.indexOf('class="lead"'))
    const other = await addCitizen(stage.service)
    const again = await ida.send(page, { who: other.email })
    expect(await ida.click(again, 'Open the account')).toMatchObject({ status: 200 })
    expect((await looksOf(other.citizenId)).map(({ command }) => command)).toEqual([
      'citizen why',
      'console citizen',
    ])
  })

  test.each(['', '   ', 'x'.repeat(321)])('asks for something to search for: %j', async (who) => {
    const page = await search(who)
    expect(page.status).toBe(400)
    expect(page.html.querySelector('.summary a')?.getAttribute('href')).toBe('#who')
  })

  test.each([
    '<script>alert(1)</script>',
    "'; drop table citizens; --",
    '=HYPERLINK("http://evil.example")',
    '\u202eevil',
    '00000000-0000-4000-8000-000000000000',
  ])('answers junk as junk, and repeats none of it as markup: %s', async (who) => {
    const page = await search(who)
    expect(page.status).toBe(200)
    expect(mainOf(page)).toMatch(
      /Nobody is found by this[:.] (?:it is no e.mail address, subject, program|A first name)/,
    )
    expect(page.html.querySelectorAll('script')).toEqual([])
  })

  test('what is searched for is in no address and in no log line', async () => {
    const page = await search('somebody.special@example.test')
    expect(page.url).toMatch(new RegExp(`^${stage.url}/\\?note=[\\w-]{16}$`))
    expect(stage.logLines.join('\n')).not.toContain('somebody.special')
  })
})

// proves: console-covers-personal-data
describe('the page of an account', () => {
  const open = (subject: string) => ida.open(`/citizen/?subject=${subject}`)
  const markup = '<b onclick="x">Eva</b> ÄÖ'

  test('covers name, address, phone number and networks until a reason and a ticket are given, and then says so in the audit', async () => {
    const citizen = await addCitizen(stage.service, { fullName: markup, phoneNumber: '+34 600 123 456' })
    const { email, subject, citizenId } = citizen
    const there = stage.service.browser()
    await signIn(there, citizen)
    const covered = await open(subject)
    for (const hidden of [email, '+34 600 123', 'Eva&lt;/b&gt;', '127.0.0.1', citizen.passwordHash])
      expect(covered.body).not.toContain(hidden)
    expect(mainOf(covered)).toContain('… 56')
    expect(mainOf(covered)).toContain('signed-in')
    const bare = await ida.send(covered, { reason: '', ticket: '' })
    expect(bare.status).toBe(400)
    expect(bare.body).not.toContain(email)
    expect(bare.html.querySelectorAll('.summary a').map((link) => link.getAttribute('href'))).toEqual([
      '#ticket',
      '#reason',
    ])
    const half = await ida.send(bare, { reason: 'The caller spells it', ticket: '' })
    expect(half.status).toBe(400)
    expect(half.html.querySelector('#reason')?.getAttribute('value')).toBe('The caller spells it')
    const shown = await ida.send(half, { reason: 'The caller spells it', ticket: 'HD-17' })
    expect(shown.status).toBe(200)
    for (const uncovered of [email, '+34 600 123 456', '127.0.0.1'])
      expect(mainOf(shown)).toContain(uncovered)
    expect(shown.body).toContain('&lt;b onclick=&quot;x&quot;&gt;Eva')
    expect(shown.html.querySelectorAll('dd b')).toEqual([])
    // The page that was opened again for a form that was wrong is the same look.
    expect(await looksOf(citizenId)).toMatchObject([
      { command: 'console citizen', reason: null },
      { command: 'console uncover', reason: 'ticket HD-17: The caller spells it', operator: ida.name },
    ])
    const activity = await there.get('/account/activity/')
    expect(activity.html.text).toContain('The people who run this service looked at the account')
    // The name and the network of an operator are data about an employee.
    expect(activity.body).not.toContain(ida.name)
    expect(activity.html.text).not.toMatch(/looked at the account\s+[^·]{0,40}UTC · network/)
  })

  test.each(['', 'x', '../../etc', '00000000-0000-4000-8000-000000000000', 'ana@example.test'])(
    'says that there is none: %j',
    async (subject) => {
      expect((await open(encodeURIComponent(subject))).status).toBe(404)
    },
  )

  test.each([
    ['a line break', 'one\ntwo'],
    ['what turns text around', 'a\u202eb'],
    ['too much', 'x'.repeat(401)],
  ])('takes no reason with %s', async (_, reason) => {
    const { subject, email } = await addCitizen(stage.service)
    const answer = await ida.send(await open(subject), { reason, ticket: 'HD-17' })
    expect(answer.status).toBe(400)
    expect(answer.body).not.toContain(email)
  })

  test.each(['=1+1', '<b>', 'x'.repeat(61), '-17'])('takes no such ticket: %s', async (ticket) => {
    const { subject } = await addCitizen(stage.service)
    expect((await ida.send(await open(subject), { reason: 'a test', ticket })).status).toBe(400)
  })
})
