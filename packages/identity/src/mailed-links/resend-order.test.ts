import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { appendEvent } from '../audit/index.ts'
import type { Citizen } from '../citizens/index.ts'
import { askForLink, linkTo } from '../command/backup.fixture.ts'
import { portico, settingsFor } from '../command/portico.fixture.ts'

let service: TestService
let citizen: Citizen
let people = 0

beforeAll(async () => {
  const most = { PORTICO_LIMIT_RECOVER_PER_IP_HOUR: '1000', PORTICO_LIMIT_REGISTER_PER_IP_HOUR: '1000' }
  service = await startTestService({ environment: most })
})
afterAll(() => service.close())
beforeEach(async () => {
  citizen = await addCitizen(service)
})

const resend = (who: string, ...more: readonly string[]) =>
  portico(
    settingsFor(service.database),
    ['citizen', 'resend', who, '--as', 'ada', '--reason', 'no mail came', ...more],
    {
      ask: 'nobody-there',
    },
  )
const newEmail = () => `waits.${(people += 1)}@example.test`
const register = (email: string) =>
  askForLink(service, '/api/v1/accounts/register/', {
    email,
    full_name: 'Ana "B" Example',
    phone_number: '+34 1',
  })
const recover = (email: string) => askForLink(service, '/api/v1/accounts/recover/', { email })
const letters = async (email: string) => {
  const rows = await service.database.db.query<{ kind: string }>`
    select kind from outbox where recipient = ${email} order by created_at, kind`
  return rows.map(({ kind }) => kind)
}
const newestEvent = async () => {
  const [event] = await service.database.db.query<{ name: string; details: Record<string, unknown> }>`
    select name, details from audit_events where actor = 'operator' order by event_id desc limit 1`
  return event
}

// proves: letters-are-resent
describe('the letter that somebody waits for', () => {
  test('of a registration: another link, with the same data, that makes the account; the first one works on', async () => {
    const email = newEmail()
    await register(email)
    const first = await linkTo(service, email)
    service.clock.advance(60)
    const sent = await resend(email, '--json')
    expect(sent.json()).toMatchObject({ subject: null, letter: 'registration' })
    expect(await letters(email)).toEqual(['registration', 'registration'])
    const links = await service.database.db.query`
      select distinct full_name, phone_number, language from mailed_links where email = ${email}`
    expect(links).toEqual([{ full_name: 'Ana "B" Example', phone_number: '+34 1', language: 'en' }])
    for (const link of [first, await linkTo(service, email)])
      expect((await service.browser().get(link)).html.querySelector('input[type=password]')).not.toBeNull()
    expect(await newestEvent()).toEqual({
      name: 'citizen-letter-resent',
      details: { kind: 'registration', reason: 'no mail came' },
    })
  })

  test('for a new password: by address or subject, to the address of the account, with both events', async () => {
    await recover(citizen.email)
    for (const who of [citizen.email, citizen.subject])
      expect((await resend(who, '--json')).json()).toMatchObject({
        subject: citizen.subject,
        letter: 'recovery',
      })
    expect(await letters(citizen.email)).toEqual(['recovery', 'recovery', 'recovery'])
    const events = await service.database.db.query`
      select name, operator from audit_events where citizen_id = ${citizen.citizenId} and actor = 'operator' order by written_in, event_id`
    const both = [
      { name: 'recovery-requested', operator: 'ada' },
      { name: 'citizen-letter-resent', operator: 'ada' },
    ]
    expect(events).toEqual([...both, ...both])
  })

  test('the answer names the letter, and until when its link works', async () => {
    await recover(citizen.email)
    expect((await resend(citizen.email)).out).toMatch(
      /The letter “Choose a new password” goes out once more; its link works until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\.$/,
    )
  })

  test('no word of the link reaches the operator, the audit or the log', async () => {
    await recover(citizen.email)
    const sent = await resend(citizen.email, '--json')
    const secret = /[\w-]{43,}/.exec(await linkTo(service, citizen.email))?.[0] ?? ''
    expect(secret.length).toBeGreaterThan(42)
    const audit = await service.database.db.query`select details::text from audit_events`
    for (const told of [sent.out, sent.err, JSON.stringify(audit)]) {
      expect(told).not.toContain(secret.slice(-20))
      expect(told).not.toContain('http')
    }
  })
})

// proves: letters-are-resent, acts-are-told-before
describe('what is said before', () => {
  const told = async (who: string) => (await resend(who, '--dry-run')).out.split('\n')

  test('to whom the letter of an account goes; nothing is sent, and nothing counts', async () => {
    await recover(citizen.email)
    for (let times = 0; times < 3; times += 1)
      expect(await told(citizen.email)).toEqual([
        `This would happen to citizen ${citizen.subject}:`,
        '  - mails 1 link',
        `  - sends the letter “Choose a new password” to ${citizen.email}`,
        'Nothing was changed.',
      ])
    expect(await letters(citizen.email)).toEqual(['recovery'])
    expect((await resend(citizen.email)).exitCode).toBe(0)
  })

  test('of a registration: the same, and whoever is asked and says no has sent nothing', async () => {
    const email = newEmail()
    await register(email)
    const tried = await resend(email, '--dry-run', '--json')
    expect(tried.json()).toMatchObject({
      ...{ subject: null, dry_run: true },
      letters: [{ kind: 'registration', subject: 'Confirm your email address', recipient: email }],
    })
    expect(await told(email)).toContain(`  - sends the letter “Confirm your email address” to ${email}`)
    const words = ['citizen', 'resend', email, '--reason', 'no mail came']
    const asked = await portico(settingsFor(service.database), words, { ask: async () => 'no' })
    expect([asked.exitCode, asked.out]).toEqual([1, ''])
    expect(asked.err).toContain(`sends the letter “Confirm your email address” to ${email}`)
    expect(await letters(email)).toEqual(['registration'])
    await portico(settingsFor(service.database), words, { ask: async () => 'yes' })
    expect(await letters(email)).toEqual(['registration', 'registration'])
  })

  test('that the limit is spent, as the letter would be refused', async () => {
    for (let times = 0; times < 3; times += 1) await recover(citizen.email)
    const tried = await resend(citizen.email, '--dry-run')
    expect([tried.exitCode, tried.out]).toEqual([1, ''])
    expect(tried.err).toMatch(/Try again in \d+ minutes/)
  })
})

// proves: letters-are-resent
describe('where the act waits for another operator', () => {
  const FOUR_EYES = { PORTICO_FOUR_EYES: 'resend' }
  const run = (words: readonly string[]) =>
    portico({ ...settingsFor(service.database), ...FOUR_EYES }, [...words, '--reason', 'no mail came'], {
      ask: 'nobody-there',
    })

  test('nothing is sent before the consent, which counts like a request of the citizen', async () => {
    await recover(citizen.email)
    await recover(citizen.email)
    const asked = await run(['citizen', 'resend', citizen.email, '--as', 'ada', '--json'])
    const { waits } = asked.json() as { waits: { number: number } }
    expect(await letters(citizen.email)).toEqual(['recovery', 'recovery'])
    expect((await run(['consent', String(waits.number), '--as', 'bo'])).exitCode).toBe(0)
    expect(await letters(citizen.email)).toEqual(['recovery', 'recovery', 'recovery'])
    expect((await resend(citizen.email)).err).toMatch(/Try again/)
  })

  test('a registration waits for nobody: it is no account yet', async () => {
    const email = newEmail()
    await register(email)
    expect((await run(['citizen', 'resend', email, '--as', 'ada'])).exitCode).toBe(0)
    expect(await letters(email)).toEqual(['registration', 'registration'])
  })
})

// proves: letters-are-resent
describe('the limits are those of the citizen', () => {
  test('what the operator had sent counts for the citizen, and the other way round', async () => {
    await recover(citizen.email)
    expect([(await resend(citizen.email)).exitCode, (await resend(citizen.email)).exitCode]).toEqual([0, 0])
    const refused = await resend(citizen.email)
    expect([refused.exitCode, refused.out]).toEqual([1, ''])
    expect(refused.err).toMatch(/Try again in \d+ minutes/)
    expect(await newestEvent()).toMatchObject({
      name: 'operator-refused',
      details: { command: 'citizen resend', because: 'too-many' },
    })
    await expect(recover(citizen.email)).rejects.toThrow('429')
    expect(await letters(citizen.email)).toHaveLength(3)
  })

  test('registrations have their own', async () => {
    const email = newEmail()
    for (let times = 0; times < 3; times += 1) await register(email)
    expect((await resend(email)).err).toContain('Try again')
    expect(await letters(email)).toHaveLength(3)
  })
})

// proves: letters-are-resent
describe('nothing is sent', () => {
  const refusedFor = async (who: string, because: string) => {
    const before = await service.database.db.query`select 1 from outbox`
    const events = () => service.database.db.query`select 1 from audit_events where name = 'operator-refused'`
    const earlier = (await events()).length
    const refused = await resend(who)
    expect([refused.exitCode, refused.out]).toEqual([1, ''])
    expect(await events()).toHaveLength(earlier + 1)
    expect(await newestEvent()).toMatchObject({ name: 'operator-refused', details: { because } })
    expect(await service.database.db.query`select 1 from outbox`).toEqual(before)
  }

  test('to whom nobody has asked for anything: an account, an address, no address', async () => {
    await refusedFor(citizen.email, 'nothing-waits')
    await refusedFor(newEmail(), 'nothing-waits')
    await refusedFor('Ana', 'no-address')
    await refusedFor('00000000-0000-4000-8000-000000000000', 'no-address')
  })

  test('where the link was used, the account is suspended or closed, or the address is another one’s by now', async () => {
    await recover(citizen.email)
    const { db } = service.database
    await db.query`update citizens set standing = 'suspended' where citizen_id = ${citizen.citizenId}`
    await refusedFor(citizen.email, 'suspended')
    await db.query`update citizens set standing = 'closed' where citizen_id = ${citizen.citizenId}`
    await refusedFor(citizen.subject, 'nothing-waits')
    await db.query`update citizens set standing = 'active' where citizen_id = ${citizen.citizenId}`
    await db.query`delete from mailed_links where citizen_id = ${citizen.citizenId}`
    await refusedFor(citizen.email, 'nothing-waits')
    const email = newEmail()
    await register(email)
    await db.query`
      insert into login_emails (email, citizen_id, reserved_until) values (${email}, ${citizen.citizenId}, now() + interval '1 day')`
    await refusedFor(email, 'nothing-waits')
  })

  test('to an address that somebody only wants to have: that link is no registration', async () => {
    const email = newEmail()
    await service.database.db.query`
      insert into mailed_links (citizen_id, link_hash, kind, security_version, email, created_at, expires_at)
      values (${citizen.citizenId}, 'wanted', 'new-address', 1, ${email}, now(), now() + interval '1 day')`
    await refusedFor(email, 'nothing-waits')
  })

  test('where the mail server refused the letter for good, until a link is asked for anew', async () => {
    const { db } = service.database
    const refuseAll = () => db.query`
      insert into refused_letters (asked_by, expires_at, reply)
      select link_hash, now() + interval '1 day', '550 5.1.1' from mailed_links on conflict (asked_by) do nothing`
    const email = newEmail()
    for (const ask of [() => recover(citizen.email), () => register(email)]) await ask()
    await refuseAll()
    for (const who of [citizen.email, citizen.subject, email]) await refusedFor(who, 'mail-refused')
    expect((await resend(citizen.email, '--dry-run')).err).toContain('ask for a new link on the page')
    service.clock.advance(1)
    for (const ask of [() => recover(citizen.email), () => register(email)]) await ask()
    for (const who of [citizen.email, email]) expect((await resend(who)).exitCode).toBe(0)
  })

  test('where the audit of the citizen has the refusal, of a letter that an operator had sent', async () => {
    await recover(citizen.email)
    const details = { kind: 'recovery', reason: 'refused-recipient' }
    const whom = { origin: { actor: 'system' }, citizenId: citizen.citizenId } as const
    await appendEvent(service.foundation, { name: 'letter-given-up', ...whom, details })
    await refusedFor(citizen.email, 'mail-refused')
  })

  test('without a reason', async () => {
    await recover(citizen.email)
    const ran = await portico(settingsFor(service.database), ['citizen', 'resend', citizen.email], {
      ask: 'nobody-there',
    })
    expect([ran.exitCode, await letters(citizen.email)]).toEqual([2, ['recovery']])
  })
})
