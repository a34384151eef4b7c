import { afterAll, beforeAll, expect, test } from 'vitest'
import { explained, inWords } from '../../testing/explained.ts'
import { addCitizen, addProgram, signIn } from '../../testing/people.ts'
import { enterProgram } from '../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import type { Citizen } from '../citizens/index.ts'
import { disableClient, enableClient, findClientSecrets, retireClientSecret } from '../clients/index.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

test('a citizen whose program is disabled reads so, and the program says since when', async () => {
  const citizen = await addCitizen(service)
  const program = await addProgram(service, { name: 'Library <b>cards</b>' })
  await enterProgram(service, program, citizen)
  expect((await explained(service, citizen)).has('program-disabled')).toBe(false)
  expect((await explained(service, citizen)).get('signed-in')?.found).toMatch(/signed in with 1 browser,/)
  await disableClient(service.foundation, program.clientId)
  expect((await explained(service, citizen)).get('program-disabled')).toMatchObject({
    weight: 'slows',
    mayDo: `Read why: portico citizen why ${program.clientId}`,
  })
  const { clientId } = program
  const closed = await explained(service, { clientId })
  expect(closed.get('program-disabled')?.weight).toBe('stops')
  for (const { tell } of closed.values()) expect(tell).not.toContain('Try again')
  await enableClient(service.foundation, clientId)
  expect((await explained(service, { clientId })).has('program-disabled')).toBe(false)
})

test('a disabled program tells the reason that was given for it, and not that of another one', async () => {
  const disabled = async (reason: string) => {
    const { clientId } = await addProgram(service)
    await disableClient(
      { ...service.foundation, by: { actor: 'operator', operator: 'ada', reason } },
      clientId,
    )
    return (await explained(service, { clientId })).get('program-disabled')?.found
  }
  expect(await disabled('It moves <until> Monday')).toMatch(
    / The operator’s reason: “It moves <until> Monday”\.$/,
  )
  expect(await disabled('Its secret leaked')).toMatch(/“Its secret leaked”\.$/)
  const { clientId } = await addProgram(service)
  await service.database.db.query`
    update clients set disabled_at = to_timestamp(${service.clock.now()}) where client_id = ${clientId}`
  expect((await explained(service, { clientId })).get('program-disabled')?.found).not.toContain('reason')
})

test('a program tells when it used its secret, and that it has none any more', async () => {
  const { clientId } = await addProgram(service)
  const about = async () => explained(service, { clientId })
  expect((await about()).get('program-secret-used')?.found).toMatch(/has never used its secret/)
  const [secret] = await findClientSecrets(service.foundation.db, clientId)
  await retireClientSecret(service.foundation, { clientId, secretId: secret?.secretId ?? '' })
  // Nobody has told anybody yet.
  expect((await about()).get('program-without-secret')).toMatchObject({
    weight: 'stops',
    tell: expect.stringMatching(/ Whoever runs it has to mend that\.$/),
  })
  expect([...(await explained(service, { clientId: 'nobody' })).keys()]).toEqual([])
})

test('who is signed in nowhere is told to sign in again only where that can work', async () => {
  const toldTo = async (changes: Partial<Citizen>, typed?: string) => {
    const citizen = await addCitizen(service, changes)
    const told = await explained(service, { ...citizen, ...(typed !== undefined && { email: typed }) })
    return told.get('signed-in-nowhere')?.tell
  }
  expect(await toldTo({})).toBe('You are signed in nowhere at the moment. Sign in again.')
  expect(await toldTo({}, 'the.old.one@example.test')).toBe('You are signed in nowhere at the moment.')
  expect(await toldTo({ passwordHash: '' })).toBe('You are signed in nowhere at the moment.')
})

test('who cannot enter the account is not told to press a button in it', async () => {
  const citizen = await addCitizen(service)
  await signIn(service.browser(), citizen)
  const toldTo = async (email: string) =>
    (await explained(service, { ...citizen, email })).get('signed-in')?.tell
  expect(await toldTo(citizen.email)).toMatch(/^You are signed in with 1 browser\. If that is not you/)
  expect(await toldTo('the.old.one@example.test')).toBe(
    'Somebody is signed in to the account with 1 browser.',
  )
})

// proves: design-8-wrong-secret
test('a program whose last secret was a wrong one is told so, until it uses one that counts', async () => {
  const { clientId } = await addProgram(service)
  const { db } = service.database
  const at = service.clock.now()
  const told = async () => (await explained(service, { clientId })).entries().next().value
  await db.query`update clients set wrong_secret_at = to_timestamp(${at}) where client_id = ${clientId}`
  const [name, finding] = (await told()) ?? []
  expect([name, finding]).toEqual([
    'program-secret-never-right',
    expect.objectContaining({
      ...{
        weight: 'stops',
        found: expect.stringMatching(/^Somebody came as .* and none of its secrets was ever used\.$/),
        tell: expect.not.stringContaining('cannot'),
      },
      mayDo: expect.stringContaining(`portico client secret add ${clientId} --reason TEXT`),
    }),
  ])
  expect(finding?.found).toContain(inWords(at))
  const used = (ago: number) =>
    db.query`update client_secrets set last_used_at = to_timestamp(${at - ago}) where client_id = ${clientId}`
  await used(61)
  const [later, perhaps] = (await told()) ?? []
  expect([later, perhaps]).toEqual([
    'program-secret-wrong',
    expect.objectContaining({
      ...{ weight: 'slows', tell: expect.stringMatching(/^It may be that .* cannot sign anybody in/) },
      found: expect.stringMatching(
        /If that was .* itself, it cannot sign anybody in\. Its right one came last/,
      ),
      mayDo: expect.stringContaining(`portico client secret add ${clientId} --reason TEXT`),
    }),
  ])
  await used(60)
  expect((await told())?.[0]).toBe('program-secret-used')
  await used(3 * 60 * 60)
  await db.query`update client_secrets set refused_at = to_timestamp(${at - 7_200}) where client_id = ${clientId}`
  expect((await told())?.[0]).toBe('program-secret-wrong')
  // It is still sent.
  await db.query`update client_secrets set refused_at = to_timestamp(${at - 7_199}) where client_id = ${clientId}`
  expect((await told())?.[0]).toBe('program-secret-refused')
  await db.query`update client_secrets set last_used_at = to_timestamp(${at}) where client_id = ${clientId}`
  expect((await told())?.[0]).toBe('program-secret-used')
})

test('a program that goes on with an ended secret is told so, until it uses one that counts', async () => {
  const { clientId } = await addProgram(service)
  const about = async () => explained(service, { clientId })
  const at = service.clock.now()
  await service.database.db
    .query`update client_secrets set refused_at = to_timestamp(${at}) where client_id = ${clientId}`
  const told = await about()
  expect([...told.keys()]).toEqual(['program-secret-refused'])
  expect(told.get('program-secret-refused')).toMatchObject({
    weight: 'stops',
    found: expect.stringContaining(`came on ${inWords(at)} with a secret that had ended`),
    tell: expect.not.stringContaining('We have'),
  })
  await service.database.db
    .query`update client_secrets set last_used_at = to_timestamp(${at + 60}) where client_id = ${clientId}`
  expect([...(await about()).keys()]).toEqual(['program-secret-used'])
})
