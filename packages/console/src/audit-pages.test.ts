import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Citizen } from '../../identity/src/citizens/index.ts'
import { addCitizen, signIn } from '../../identity/testing/people.ts'
import type { Visited } from '../../identity/testing/test-browser.ts'
import { type ConsoleBrowser, type ConsoleStage, startStage } from '../testing/console-stage.ts'
import { mainOf, WHY } from '../testing/orders.ts'
import { tokenOf } from './reads/event-token.ts'

const COOKIE = 'portico_console_typed'
const NETWORK = '198.51.100.7'
let stage: ConsoleStage
let ida: ConsoleBrowser
let citizen: Citizen
beforeAll(async () => {
  stage = await startStage({ PORTICO_TIME_ZONE: 'Europe/Berlin' })
  ida = await stage.operator('security')
  await ida.open('/')
})
afterAll(() => stage.close())
beforeEach(async () => {
  citizen = await addCitizen(stage.service)
  ida.inner.cookies.delete(COOKIE)
})

const db = () => stage.service.database.db
const rowsOf = ({ html }: Visited) =>
  html.querySelectorAll('tbody tr').map((row) => row.querySelectorAll('td').map(({ text }) => text.trim()))
const ask = async (fields: Readonly<Record<string, string>>, by = ida) =>
  by.send(await by.open('/audit/'), fields, { button: 'Show' })
const valueIn = ({ html }: Visited, name: string) => html.querySelector(`#${name}`)?.getAttribute('value')
const links = ({ html }: Visited) => html.querySelectorAll('main a').map(({ text }) => text.trim())

/** Events, three at each instant, of a program of their own. */
const happen = (events: number, client: string, secondsAgo = 0) => db().query`
  insert into audit_events (event_id, filed_under, at, name, citizen_id, client_id, address, actor, details)
  select id, id, to_timestamp(${stage.service.clock.now()}) - make_interval(secs => ${secondsAgo}::int + n / 3),
         'signed-in', ${citizen.citizenId}, ${client}, ${NETWORK}, 'citizen', jsonb_build_object('number', ${client}::text || n)
    from (select gen_random_uuid() as id, n from generate_series(1, ${events}::int) as n) as made`
const numbersIn = (page: Visited) =>
  rowsOf(page).flatMap(([, , , about = '']) => /number=(\S+)/.exec(about)?.[1] ?? [])

/** All pages from this one on, by the link to what is older. */
async function readOn(first: Visited, meanwhile: () => Promise<unknown>): Promise<readonly string[]> {
  const seen = [...numbersIn(first)]
  let page = first
  while (links(page).includes('Older events')) {
    await meanwhile()
    page = await ida.click(page, 'Older events')
    expect(page.status).toBe(200)
    seen.push(...numbersIn(page))
  }
  return seen
}

// proves: audit-pages-by-key
describe('pages of the audit', () => {
  test.each([
    ['found by a walk', {}],
    ['found by the index of a citizen', { isOfCitizen: true }],
  ])(
    'have every event once, the newest first, while others arrive (%s)',
    async (label, { isOfCitizen }: { readonly isOfCitizen?: boolean }) => {
      const client = `pages-${label.length}.`
      await happen(230, client)
      const first = await ask({ client, ...(isOfCitizen && { citizen: citizen.subject }) })
      const seen = await readOn(first, () => happen(2, client, -60))
      const [all] = await db().query<{ numbers: readonly string[] }>`
      select json_agg(details ->> 'number' order by at desc, event_id desc) as numbers from audit_events
       where client_id = ${client} and at <= to_timestamp(${stage.service.clock.now()})`
      expect([numbersIn(first).length, seen.length]).toEqual([100, 230])
      expect(seen).toEqual(all?.numbers)
    },
  )

  test('lead back to the newest, are opened again by a reload, and name nobody in their addresses', async () => {
    await happen(101, 'back')
    const first = await ask({ client: 'back', address: NETWORK })
    expect(links(first)).not.toContain('Newest events')
    const second = await ida.click(first, 'Older events')
    expect([numbersIn(second).length, valueIn(second, 'address')]).toEqual([1, NETWORK])
    expect(links(second)).not.toContain('Older events')
    expect(numbersIn(await ida.open(second.url))).toEqual(numbersIn(second))
    expect(second.url).not.toContain(NETWORK)
    expect(numbersIn(await ida.click(second, 'Newest events'))).toEqual(numbersIn(first))
  })

  const at = '2026-03-01T00:00:00.000000Z'
  const eventId = '00000000-0000-4000-8000-000000000000'
  const made = (text: string) => Buffer.from(text).toString('base64url')
  test.each([
    ['junk', 'AAAA'],
    ['markup', '<b>'],
    ['a statement', "' or 1=1 --"],
    ['an instant that is none', made(`2026-02-30T00:00:00.000000Z ${eventId}`)],
    ['an id that is none', made(`${at} x`)],
    ['more than a place', made(`${at} ${eventId} x`)],
    ['infinity', made(`infinity ${eventId}`)],
    ['another spelling', `${made(`${at} ${eventId}`)}=`],
    ['nothing but a blank', ' '],
  ])('by a key that no page has given there is none: %s', async (_, before) => {
    const page = await ida.open(`/audit/?before=${encodeURIComponent(before)}`)
    expect([page.status, rowsOf(page)]).toEqual([404, []])
    expect(mainOf(page)).toContain(
      'This address leads to no page of the audit. Begin with the newest events.',
    )
  })

  test('show nothing later than was asked for, whatever their address says', async () => {
    await happen(3, 'late')
    const wanted = await ask({ client: 'late', until: '2020-01-01' })
    const later = tokenOf({ at: '2999-01-01T00:00:00.000000Z', eventId })
    expect([wanted.status, rowsOf(wanted)]).toEqual([200, []])
    expect(rowsOf(await ida.open(`${wanted.url}&before=${later}`))).toEqual([])
  })

  test('are those of the note: not of another operator, and of nobody without a note', async () => {
    const udo = await stage.operator('security')
    await udo.open('/')
    await happen(101, 'noted')
    const second = await ida.click(await ask({ client: 'noted', address: NETWORK }), 'Older events')
    udo.inner.cookies.set(COOKIE, ida.inner.cookies.get(COOKIE) ?? '')
    const other = await udo.open(second.url)
    expect([other.status, rowsOf(other), valueIn(other, 'address')]).toEqual([404, [], ''])
    expect(other.body).not.toContain(NETWORK)
  })

  test('are for security: a reader and support are refused, with a key and with a subject', async () => {
    for (const role of ['reader', 'support'] as const) {
      const operator = await stage.operator(role)
      await operator.open('/')
      for (const query of ['', `?subject=${citizen.subject}`, `?before=${tokenOf({ at, eventId })}`]) {
        const page = await operator.open(`/audit/${query}`)
        expect([role, page.status, page.html.querySelectorAll('tbody')]).toEqual([role, 403, []])
      }
      if (role === 'support')
        expect(links(await operator.open(`/citizen/?subject=${citizen.subject}`))).not.toContain(
          'All its events in the audit',
        )
    }
  })
})

// proves: audit-filters-time
describe('a span of time', () => {
  /** An event of this program at an instant. */
  const happenAt = (client: string, instant: string) => db().query`
    insert into audit_events (event_id, filed_under, at, name, client_id, actor, details)
    select id, id, ${instant}::text::timestamptz, 'signed-in', ${client}, 'citizen', jsonb_build_object('number', ${instant}::text)
      from (select gen_random_uuid() as id) as made`

  test('is read in the time zone of the pages, and has what was typed as a whole', async () => {
    const all = [
      '2026-03-01T22:59:59.9Z',
      '2026-03-01T23:00:00Z',
      '2026-03-02T13:05:59.9Z',
      '2026-03-02T13:06:00Z',
      '2026-03-02T23:00:00Z',
    ]
    for (const instant of all) await happenAt('span', instant)
    const found = async (since: string, until: string) =>
      numbersIn(await ask({ client: 'span', since, until }))
    expect(await found('2026-03-02', '2026-03-02')).toEqual([all[3], all[2], all[1]])
    expect(await found('2026-03-02 14:05', '2026-03-02 14:05')).toEqual([all[2]])
    expect(await found('2026-03-02 14:06:00 CET', '')).toEqual([all[4], all[3]])
    expect(await found('', '2026-03-01')).toEqual([all[0]])
  })

  test.each(['since', 'until'])('may be as far away as a year of four digits: %s', async (name) => {
    await happenAt(`far-${name}`, '2026-03-01T23:00:00Z')
    for (const far of ['9999-12-31', '9999-12-31 23:59:59']) {
      const page = await ask({ client: `far-${name}`, [name]: far })
      expect([page.status, rowsOf(page).length]).toEqual([200, name === 'until' ? 1 : 0])
    }
  })

  test.each([
    ['since', 'yesterday', 'This is no time.'],
    ['until', '0000-02-29', 'This is no time.'],
    ['since', '2026-02-30', 'This is no time.'],
    ['until', '2026-03-01 24:00', 'This is no time.'],
    ['until', '2026-02-28', 'The end must be later than the beginning.'],
  ])('that is none is one sentence beside its field, and loses nothing: %s %s', async (name, value, says) => {
    const typed = {
      event: 'signed-in',
      client: 'typed',
      citizen: citizen.subject,
      since: '2026-03-01',
      [name]: value,
    }
    const page = await ask(typed)
    expect(page.status).toBe(400)
    expect(page.html.querySelectorAll('.summary a').map((link) => link.getAttribute('href'))).toEqual([
      `#${name}`,
    ])
    expect(page.html.querySelector(`#${name}-problem`)?.text).toContain(says)
    for (const [field, given] of Object.entries(typed))
      expect([field, valueIn(page, field)]).toEqual([field, given])
    expect(rowsOf(page)).toEqual([])
    expect(await looksAt()).toEqual([])
  })
})

const looksAt = () =>
  db().query<{ command: string; filters: string | null; reason: string | null }>`
    select details ->> 'command' as command, details ->> 'filters' as filters, details ->> 'reason' as reason from audit_events
     where name = 'operator-looked' and citizen_id = ${citizen.citizenId} order by at, event_id`
const COVERED = 'Networks, and reasons that operators typed, are covered.'

// proves: audit-filters-citizen
describe('the events of one citizen', () => {
  test('are covered; the look is in the audit once within a minute, and on the page Activity', async () => {
    await signIn(stage.service.browser(), citizen)
    await happen(101, 'own')
    const account = await ida.open(`/citizen/?subject=${citizen.subject}`)
    const page = await ida.click(account, 'All its events in the audit')
    expect([page.status, valueIn(page, 'citizen')]).toEqual([200, citizen.subject])
    expect(mainOf(page)).toContain(COVERED)
    const second = await ida.click(page, 'Older events')
    for (const one of [page, second]) {
      expect(one.body).not.toContain(NETWORK)
      expect(one.body).not.toContain(citizen.email)
      expect(new Set(rowsOf(one).map((row) => row[4]))).toEqual(new Set(['…']))
    }
    const filtered = await ask({ citizen: citizen.subject, event: 'signed-in' })
    expect(new Set(rowsOf(filtered).map(([, name]) => name))).toEqual(new Set(['signed-in']))
    expect(await looksAt()).toEqual([
      { command: 'console citizen', filters: null, reason: null },
      { command: 'console audit --citizen', filters: null, reason: null },
      { command: 'console audit --citizen', filters: '--event signed-in', reason: null },
    ])
    const there = stage.service.browser()
    await signIn(there, citizen)
    const activity = await there.get('/account/activity/')
    expect(activity.html.text).toContain('The people who run this service looked at the account')
  })

  test('are shown with networks for five minutes after the account was uncovered, and those of no other account', async () => {
    await happen(1, 'uncovered')
    const other = await addCitizen(stage.service)
    await db().query`
      insert into audit_events (event_id, filed_under, at, name, citizen_id, address, actor, details)
      values (gen_random_uuid(), ${other.citizenId}, now(), 'signed-in', ${other.citizenId}, ${NETWORK}, 'citizen', '{}')`
    await ida.send(await ida.open(`/citizen/?subject=${citizen.subject}`), WHY)
    const page = await ask({ citizen: citizen.subject })
    expect(page.body).toContain(NETWORK)
    expect((await looksAt()).at(-1)).toMatchObject({
      command: 'console audit --citizen',
      reason: expect.stringContaining(WHY.reason),
    })
    expect((await ask({ citizen: other.subject })).body).not.toContain(NETWORK)
    const udo = await stage.operator('security')
    await udo.open('/')
    udo.inner.cookies.set(COOKIE, ida.inner.cookies.get(COOKIE) ?? '')
    expect((await udo.open(`/audit/?subject=${citizen.subject}`)).body).not.toContain(NETWORK)
  })

  test('tell no network by what a search for one finds: neither a right one nor a wrong one is searched for', async () => {
    await happen(1, 'probed')
    const [right, wrong] = [NETWORK, '198.51.100.99']
    for (const address of [right, wrong]) {
      const page = await ask({ citizen: citizen.subject, address })
      expect([page.status, rowsOf(page), valueIn(page, 'address')]).toEqual([400, [], address])
      expect(page.html.querySelector('#address-problem')?.text).toContain('Uncover the account first')
    }
    expect(await looksAt()).toEqual([])
    await ida.send(await ida.open(`/citizen/?subject=${citizen.subject}`), WHY)
    const found = async (address: string) => rowsOf(await ask({ citizen: citizen.subject, address })).length
    expect([await found(right), await found(wrong)]).toEqual([1, 0])
    const looks = (await looksAt()).filter(({ filters }) => filters?.includes('--address'))
    expect(looks.map(({ filters }) => filters)).toEqual([`--address ${right}`, `--address ${wrong}`])
    ida.inner.cookies.delete(COOKIE)
    const covered = await ask({ citizen: citizen.subject, event: 'operator-looked' })
    expect(mainOf(covered)).toContain('filters=--address …')
    for (const address of [right, wrong]) expect(covered.body).not.toContain(address)
  })

  test.each(['eva@example.test', 'Eva Example', '<b>', "' or 1=1 --", '00000000-0000'])(
    'are asked for by a subject alone, and nobody is looked at by %s',
    async (typed) => {
      const page = await ask({ citizen: typed, event: 'signed-in' })
      expect([page.status, valueIn(page, 'citizen'), valueIn(page, 'event'), rowsOf(page)]).toEqual([
        400,
        typed,
        'signed-in',
        [],
      ])
      expect(page.html.querySelector('#citizen-problem')?.text).toContain('Only a subject can stand here')
      expect(page.url).not.toContain(encodeURIComponent(typed))
    },
  )

  test('are none where no account has the subject, and that is a look, too', async () => {
    const page = await ask({ citizen: '00000000-0000-4000-8000-000000000000' })
    expect([page.status, rowsOf(page)]).toEqual([404, []])
    const looks = await db().query`
      select 1 from audit_events where operator = ${ida.name} and details ->> 'command' = 'console audit --citizen' and citizen_id is null`
    expect(looks).toHaveLength(1)
  })
})

// proves: audit-filters-citizen, console-bounds-looks
test('the events of so many citizens are as many looks as the search and the account have', async () => {
  const small = await startStage({ PORTICO_CONSOLE_LOOKS_PER_HOUR: '2' })
  try {
    const udo = await small.operator('security')
    await udo.open('/')
    const [one, two, three] = [
      await addCitizen(small.service),
      await addCitizen(small.service),
      await addCitizen(small.service),
    ]
    expect((await udo.open(`/citizen/?subject=${one.subject}`)).status).toBe(200)
    for (const { subject } of [one, two, two])
      expect((await udo.open(`/audit/?subject=${subject}`)).status).toBe(200)
    const spent = await udo.open(`/audit/?subject=${three.subject}`)
    expect([spent.status, rowsOf(spent)]).toEqual([429, []])
    expect((await udo.open('/audit/')).status).toBe(200)
    const looks = await small.service.database.db.query`
      select 1 from audit_events where name = 'operator-looked' and citizen_id = ${three.citizenId}`
    expect(looks).toEqual([])
  } finally {
    await small.close()
  }
})

// The last one: the sign-in of an operator does not outlive a clock that jumps.
// proves: audit-filters-citizen
test('networks are covered again five minutes after the account was uncovered', async () => {
  await happen(1, 'after')
  await ida.send(await ida.open(`/citizen/?subject=${citizen.subject}`), WHY)
  const shown = async () => (await ida.open(`/audit/?subject=${citizen.subject}`)).body.includes(NETWORK)
  stage.service.clock.advance(5 * 60 - 1)
  expect(await shown()).toBe(true)
  stage.service.clock.advance(1)
  expect(await shown()).toBe(false)
})
