import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { portico, type Ran, settingsFor } from '../command/portico.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const why = (...args: readonly string[]): Promise<Ran> =>
  portico(settingsFor(service.database), ['citizen', 'why', ...args])

test('a supporter reads a verdict, what it rests on, what to do and what to tell', async () => {
  const citizen = await addCitizen(service, { emailVerified: false })
  const { exitCode, out } = await why(citizen.email)
  expect(exitCode).toBe(0)
  const lines = out.split('\n')
  expect(lines[0]).toBe('The address must be verified. Until then the citizen enters no program.')
  expect(lines).toContain(`Subject: ${citizen.subject}`)
  expect(lines).toContain('Keeps the caller out, as said above')
  expect(lines.find((line) => line.startsWith('  Tell only whom you have recognised: '))).toContain(
    'press “Send a new link” there',
  )
})

test('the same for programs, with nothing that is internal or secret', async () => {
  const citizen = await addCitizen(service, { standing: 'suspended' })
  const { out, json } = await why(citizen.subject, '--json')
  expect(json()).toMatchObject({
    ...{ as: 'account', subject: citizen.subject },
    findings: [
      {
        ...{ name: 'account-suspended', weight: 'stops' },
        may_do: expect.stringContaining('portico citizen reinstate'),
      },
    ],
  })
  for (const hidden of [citizen.citizenId, citizen.passwordHash, citizen.fullName])
    expect(out).not.toContain(hidden)
})

test('each thing that helps has a line of its own', async () => {
  const { db, clock } = service.foundation
  const citizen = await addCitizen(service)
  const { citizenId, email, securityVersion, subject } = citizen
  await db.query`
    insert into mailed_links (citizen_id, link_hash, kind, security_version, created_at, expires_at)
    values (${citizenId}, 'late', 'recovery', ${securityVersion}, to_timestamp(${clock.now() - 60}), to_timestamp(${clock.now() - 1}))`
  await db.query`
    insert into refused_letters (asked_by, expires_at, reply)
    values ('late', to_timestamp(${clock.now() - 1}), 'put-off 3')`
  const ways = [
    `portico citizen resend ${subject} --reason TEXT`,
    `If the caller has lost this mailbox, only with proof of who they are: portico citizen change-address ${subject} --to ADDRESS --reason TEXT`,
  ]
  const lines = (await why(email)).out.split('\n')
  const at = lines.indexOf('  What helps:')
  expect(lines.slice(at + 1, at + 3)).toEqual(ways.map((way) => `    ${way}`))
  expect((await why(email, '--json')).json()).toMatchObject({
    findings: expect.arrayContaining([
      expect.objectContaining({ name: 'recovery-mail-put-off', may_do: ways.join('\n') }),
    ]),
  })
})

test('whoever is unknown is no fault of the command, and a terminal is not moved by what was typed', async () => {
  const { exitCode, out } = await why('\u001b[31mnobody\u0007')
  expect(exitCode).toBe(0)
  expect(out).toMatch(/^Nobody is found by this: it is no e-mail address/)
  expect(out).not.toMatch(/\u001b|\u0007/)
  expect((await why()).exitCode).toBe(2)
})
