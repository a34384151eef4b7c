import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { explained, inWords } from '../../testing/explained.ts'
import { addCitizen } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { appendEvent, systemOrigin } from '../audit/index.ts'
import { type Citizen, closeCitizen, reinstateCitizen, suspendCitizen } from '../citizens/index.ts'
import { type RelayOf, relayOf } from '../mail/relay-of.fixture.ts'
import { eraseCitizen } from '../rooms.ts'
import { addBrought, addWithPassword, invite } from './brought.fixture.ts'

let service: TestService
let relay: RelayOf
beforeAll(async () => {
  service = await startTestService()
  relay = await relayOf(service)
})
afterEach(async () => {
  const { db } = service.database
  await db.query`delete from outbox`
  await db.query`delete from login_emails`
  await db.query`delete from citizens`
})
afterAll(async () => {
  await relay.close()
  await service.close()
})

const about = async ({ citizenId, email }: Citizen) =>
  (await explained(service, { citizenId, email })).get('account-moved')
const inviteAll = () => invite(service, { withPassword: true }, async () => undefined)

test('an account that was brought says so, and whether its citizen was told, and how to come in', async () => {
  const [ana, bea] = [await addBrought(service), await addWithPassword(service)]
  const at = inWords(service.clock.now())
  const brought = `The account was brought from another system on ${at}. Nobody has signed in to it here.`
  const { found, tell, weight, to } = (await about(ana)) ?? {}
  expect([weight, to, found]).toEqual(['tells', 'owner', `${brought} No email has told the citizen so.`])
  expect(tell).toMatch(/^Your account was moved here .+Forgotten your password\?/)
  expect((await about(bea))?.tell).toContain('the password that you have used there')
})

test('what became of the letter is told', async () => {
  const ana = await addBrought(service)
  await inviteAll()
  const invited = `An email told the citizen so on ${inWords(service.clock.now())}.`
  expect((await about(ana))?.found).toContain(`${invited} The email waits to be sent.`)
  await relay.sendDue()
  expect((await about(ana))?.found).toContain(`${invited} The mail server has taken the email.`)
})

test('a letter that was refused, or was too late, is told', async () => {
  const refused = await addBrought(service)
  await inviteAll()
  relay.refuse('RCPT', 550, '5.1.1 nobody')
  await relay.sendDue()
  expect((await about(refused))?.found).toMatch(/refused the email for good \(550 5\.1\.1\)\./)
  relay.smtp.behave({})
  const late = await addBrought(service)
  await inviteAll()
  service.clock.advance(4 * 86_400)
  await relay.sendDue()
  expect((await about(late))?.found).toContain('It was not sent in time.')
  expect(relay.smtp.taken.flatMap(({ recipients }) => recipients)).not.toContain(late.email)
})

test('nobody is told to choose a new password while the account is suspended, and then they are', async () => {
  const ana = await addBrought(service)
  const asked = { emailOrSubject: ana.subject, reason: 'a test' }
  await suspendCitizen(service.foundation, asked)
  const told = [...(await explained(service, ana)).values()].map(({ tell }) => tell)
  expect(told.join()).toContain('A new password does not change that')
  expect(told.join()).not.toContain('choose a new password')
  expect(await about(ana)).toBeUndefined()
  await reinstateCitizen(service.foundation, asked)
  expect((await about(ana))?.tell).toContain('choose a new password')
})

test('nothing is told of an account that was made here, has been signed in to, or is closed', async () => {
  expect(await about(await addCitizen(service, { passwordHash: '' }))).toBeUndefined()
  const [entered, closed] = [await addBrought(service), await addBrought(service)]
  const { citizenId } = entered
  await appendEvent(service.foundation, { name: 'signed-in', origin: systemOrigin, citizenId })
  expect(await about(entered)).toBeUndefined()
  await closeCitizen(
    { ...service.foundation, erase: eraseCitizen },
    { emailOrSubject: closed.subject, reason: 'a test' },
  )
  expect(await about(closed)).toBeUndefined()
})
