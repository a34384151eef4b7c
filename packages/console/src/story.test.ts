import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, addProgram } from '../../identity/testing/people.ts'
import type { Visited } from '../../identity/testing/test-browser.ts'
import { type ConsoleBrowser, type ConsoleStage, startStage } from '../testing/console-stage.ts'

let stage: ConsoleStage
let udo: ConsoleBrowser
let ida: ConsoleBrowser
beforeAll(async () => {
  stage = await startStage()
  udo = await stage.operator('support')
  ida = await stage.operator('support')
  await udo.open('/')
  await ida.open('/')
})
afterAll(() => stage.close())

interface Happened {
  readonly name: string
  readonly at: number
  readonly details?: Readonly<Record<string, string>>
  readonly actor?: string
  readonly operator?: string
  readonly clientId?: string
}

const happen = (
  { citizenId }: { readonly citizenId: string },
  { name, at, details = {}, actor = 'citizen', operator, clientId }: Happened,
) =>
  stage.service.database.db.query`
    insert into audit_events (event_id, filed_under, citizen_id, at, name, actor, details, operator, client_id, request_id)
    values (gen_random_uuid(), ${citizenId}, ${citizenId}, to_timestamp(${at}), ${name}, ${actor},
            ${JSON.stringify(details)}::text::jsonb, ${operator ?? null}, ${clientId ?? null}, 'Ab-_12xY00zz')`

/** A citizen without a story. */
async function quiet() {
  const citizen = await addCitizen(stage.service)
  await stage.service.database.db.query`delete from audit_events where citizen_id = ${citizen.citizenId}`
  return citizen
}

const open = ({ subject }: { readonly subject: string }, language = 'en') =>
  udo.inner.get(`/citizen/?subject=${subject}`, { headers: { 'accept-language': language } })

const storyIn = ({ html }: Visited) =>
  html
    .querySelectorAll('.sheet')
    .slice(-1)
    .flatMap((sheet) => sheet.querySelectorAll('tbody tr'))
    .map((row) =>
      row
        .querySelectorAll('td')
        .slice(1)
        .map(({ text }) => text.trim()),
    )

const now = () => stage.service.clock.now()

// proves: story-is-told-in-sentences
describe('the story of an account', () => {
  test('is told in sentences, with the names that a ticket needs, the newest first', async () => {
    const citizen = await quiet()
    const { clientId } = await addProgram(stage.service, { name: 'Library' })
    const failed = { purpose: 'sign-in', reason: 'wrong-password' }
    await happen(citizen, { name: 'sign-in-failed', at: now() - 50, details: failed, actor: 'anonymous' })
    await happen(citizen, { name: 'program-entered', at: now() - 40, clientId })
    await happen(citizen, { name: 'program-entered', at: now() - 30, clientId: 'gone' })
    await happen(citizen, {
      name: 'letter-given-up',
      at: now() - 20,
      actor: 'system',
      details: { reply: '550' },
    })
    await happen(citizen, { name: 'event-of-tomorrow', at: now() - 10, actor: 'system' })
    expect(storyIn(await open(citizen)).slice(0, 5)).toEqual([
      ['event-of-tomorrow request=Ab-_12xY00zz', 'The service'],
      [
        'An email was not sent: it was refused for good, or it became too old letter-given-up reply=550 request=Ab-_12xY00zz',
        'The service',
      ],
      ['Signed in to gone program-entered client=gone request=Ab-_12xY00zz', 'Citizen'],
      [`Signed in to Library program-entered client=${clientId} request=Ab-_12xY00zz`, 'Citizen'],
      [
        'An attempt to sign in failed sign-in-failed reason=wrong-password purpose=sign-in request=Ab-_12xY00zz',
        'Unknown',
      ],
    ])
  })

  test.each([
    ['de', 'Jemand gab das Passwort und einen falschen Code ein', 'Unbekannt'],
    ['ar', 'أدخل شخص ما كلمة المرور ورمزًا خاطئًا', 'غير معروف'],
  ])('is told in the language of the operator: %s', async (language, sentence, actor) => {
    const citizen = await quiet()
    const details = { purpose: 'code', reason: 'wrong-code' }
    await happen(citizen, { name: 'sign-in-failed', at: now() - 50, details, actor: 'anonymous' })
    const [row] = storyIn(await open(citizen, language))
    expect(row).toEqual([
      `${sentence} sign-in-failed reason=wrong-code purpose=code request=Ab-_12xY00zz`,
      actor,
    ])
  })

  test('says of the end of all access what ended it, also where its citizen reads that from another event', async () => {
    const citizen = await quiet()
    const by = { actor: 'operator', operator: 'Bo' }
    await happen(citizen, { name: 'citizen-signed-out', at: now() - 50, details: { cause: 'closing' } })
    await happen(citizen, { name: 'citizen-signed-out', at: now() - 40, details: { reason: 'x' }, ...by })
    const [ordered, closing] = storyIn(await open(citizen))
    expect(closing?.[0]).toMatch(/^All access to the account was ended/)
    expect(ordered?.[0]).toMatch(/^The people who run this service signed this account out everywhere/)
  })

  test('says that something was refused to an operator, which is more than a look, and covers the reason that one typed', async () => {
    const citizen = await quiet()
    const details = { command: 'citizen suspend', because: 'role', reason: 'Eva Example called' }
    const by = { actor: 'operator', operator: 'Bo' }
    await happen(citizen, { name: 'operator-refused', at: now() - 50, details, ...by })
    const page = await open(citizen)
    const [row] = storyIn(page)
    expect(row?.[0]).toMatch(/^Something about the account was refused to an operator/)
    expect(row?.[1]).toBe('Operator Bo')
    expect(page.body).not.toContain('Eva Example')
  })

  test('has the networks only where they are uncovered', async () => {
    const citizen = await quiet()
    await happen(citizen, { name: 'signed-in', at: now() - 50 })
    await stage.service.database.db.query`
      update audit_events set address = '198.51.100.7' where citizen_id = ${citizen.citizenId}`
    const covered = await open(citizen)
    expect(covered.body).not.toContain('198.51.100.7')
    const uncovered = await udo.send(covered, { reason: 'a test', ticket: 'HD-1' }, { button: 'Uncover' })
    expect(storyIn(uncovered).at(-1)?.at(-1)).toBe('198.51.100.7')
    expect(storyIn(uncovered).map((row) => row.length)).toEqual([3, 3])
  })

  test('takes what stands in an event for text', async () => {
    const citizen = await quiet()
    const details = { reason: '<b>x</b>' }
    await happen(citizen, { name: 'sign-in-failed', at: now() - 50, details, clientId: '<i>y</i>' })
    const page = await open(citizen)
    expect(page.body).not.toMatch(/<b>x|<i>y/)
    expect(storyIn(page)[0]?.[0]).toContain('reason=<b>x</b>')
  })
})

// proves: story-folds-looks
describe('looks in a story', () => {
  test('are one row each time, by whomever, and keep no event off the page; the page of the audit has each', async () => {
    const citizen = await quiet()
    const look = (at: number, operator: string) =>
      happen(citizen, {
        name: 'operator-looked',
        at,
        actor: 'operator',
        operator,
        details: { command: 'why' },
      })
    await happen(citizen, { name: 'signed-in', at: now() - 4_000, details: { proof: 'passkey' } })
    await look(now() - 3_000, 'Bo')
    await happen(citizen, { name: 'signed-out', at: now() - 2_000 })
    for (let index = 0; index < 60; index += 1) await look(now() - 1_000 + index, index % 2 ? 'Bo' : '<Ada>')
    const rows = storyIn(await open(citizen))
    const at = (ago: number) =>
      `${new Date((now() - ago) * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`
    expect(rows).toEqual([
      [`60 looks between ${at(1_000)} and ${at(941)}`, 'Operator Bo and <Ada>'],
      ['Signed out signed-out request=Ab-_12xY00zz', 'Citizen'],
      ['1 look', 'Operator Bo'],
      ['Signed in with a passkey signed-in proof=passkey request=Ab-_12xY00zz', 'Citizen'],
    ])
    const audit = await (await stage.operator('security')).open('/audit/')
    expect(audit.html.querySelectorAll('tbody tr').length).toBeGreaterThan(60)
    expect(audit.html.text).not.toContain('60 looks')
  })

  test('of an account whose story is looks alone are told', async () => {
    const citizen = await quiet()
    await open(citizen)
    expect(storyIn(await open(citizen))).toEqual([['1 look', `Operator ${udo.name}`]])
    await ida.inner.get(`/citizen/?subject=${citizen.subject}`)
    expect(storyIn(await open(citizen))[0]?.[0]).toMatch(/^2 looks between /)
  })

  test('are in the order of their ids where an event has the same instant', async () => {
    const citizen = await quiet()
    const at = now() - 50
    for (const name of ['operator-looked', 'signed-in', 'operator-looked', 'signed-out'])
      await happen(citizen, { name, at, actor: 'operator', operator: 'Bo' })
    const ids = await stage.service.database.db.query<{ name: string }>`
      select name from audit_events where citizen_id = ${citizen.citizenId} order by event_id desc`
    const told = { 'operator-looked': 'look', 'signed-in': 'Signed in', 'signed-out': 'Signed out' }
    const wanted = ids.map(({ name }) => new Map(Object.entries(told)).get(name) ?? name)
    const together = wanted.filter((one, index) => one !== 'look' || wanted[index - 1] !== 'look')
    const rows = storyIn(await open(citizen)).map(([text = '']) => text)
    expect(rows).toHaveLength(together.length)
    for (const [index, text] of rows.entries()) expect(text).toContain(together[index] ?? '')
  })
})
