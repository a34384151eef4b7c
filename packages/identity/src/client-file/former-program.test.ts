import { describe, expect, test } from 'vitest'
import { addCitizen } from '../../testing/people.ts'
import { findClient, findClientSecrets } from '../clients/index.ts'
import { type Answers, random, startApplying } from './apply.fixture.ts'

const { apply, db, id, one, run, secrets, service } = startApplying()

const WITH_SECRET = '    secrets: { autumn: { env: AUTUMN } }\n'
const ENDED = /The client had this secret, and it has ended: give it a new one\. Nothing was changed\.$/

const answering = (meanwhile: () => Promise<unknown>): Answers => ({
  ask: async (question) => {
    if (!question.startsWith('Do it?')) return 'a test'
    await meanwhile()
    return 'yes'
  },
})

async function enter(): Promise<void> {
  const { citizenId } = await addCitizen(service())
  await db().query`
    insert into connections (citizen_id, client_id, scope, connected_at, last_entered_at)
    values (${citizenId}, ${id()}, 'openid', to_timestamp(1), to_timestamp(1))`
}

const connections = async () =>
  (await db().query`select 1 as one from connections where client_id = ${id()}`).length
const added = () =>
  db().query<{ details: object }>`
    select details - 'reason' as details from audit_events where name = 'client-added' and client_id = ${id()} order by event_id`

// proves: client-file-whole
describe('what citizens had allowed a former program', () => {
  test('stays where the program was registered between the showing and the yes, and is in use', async () => {
    const both = async () => {
      await apply(one())
      await enter()
    }
    expect((await apply(one(), [], answering(both))).exitCode).toBe(0)
    expect([await connections(), await added()]).toEqual([1, [{ details: { name: 'Permits' } }]])
  })

  test('stays where the file is then refused', async () => {
    await enter()
    const other = one().replace('Permits', 'Theirs')
    const interfering = answering(async () => {
      await apply(other)
      await enter()
    })
    expect((await apply(one(), [], interfering)).exitCode).toBe(1)
    expect(await connections()).toBe(1)
  })

  test('is deleted with the event that says how much it was', async () => {
    await enter()
    await enter()
    await apply(one())
    expect([await connections(), await added()]).toEqual([
      0,
      [{ details: { name: 'Permits', former_connections: 2 } }],
    ])
  })
})

// proves: client-file-no-secret
describe('a secret of a program that was removed', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['by the command', () => run('client', 'remove', id())],
    ['by a file', () => apply(`remove: [${id()}]`, ['--yes'])],
  ])('%s is not handed in again under its id', async (_how, remove) => {
    await apply(one(WITH_SECRET))
    const [secret] = await findClientSecrets(db(), id())
    await remove()
    for (const args of [['--check'], ['--yes']])
      expect(await apply(one(WITH_SECRET), args)).toMatchObject({
        ...{ exitCode: 1, err: expect.stringMatching(ENDED) },
      })
    expect(await findClient(db(), id())).toBeUndefined()
    secrets()['AUTUMN'] = random()
    expect((await apply(one(WITH_SECRET), ['--yes'])).exitCode).toBe(0)
    const live = (await findClientSecrets(db(), id())).filter(({ expiresAt }) => expiresAt === null)
    expect([live.length, live.some(({ secretId }) => secretId === secret?.secretId)]).toEqual([1, false])
  })

  test('is not handed in either where an operator had retired it before', async () => {
    await apply(one(WITH_SECRET))
    const [secret] = await findClientSecrets(db(), id())
    await run('client', 'secret', 'retire', id(), secret?.secretId ?? '')
    await run('client', 'remove', id())
    expect(await apply(one(WITH_SECRET), ['--yes'])).toMatchObject({
      ...{ exitCode: 1, err: expect.stringMatching(ENDED) },
    })
  })
})
