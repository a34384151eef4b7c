import { describe, expect, test } from 'vitest'
import { addCitizen, addProgram } from '../../testing/people.ts'
import { enterProgram } from '../../testing/program-flow.ts'
import { findClientSecrets, listClients } from '../clients/index.ts'
import { random, startApplying, URI } from './apply.fixture.ts'

const { apply, db, eventsOf, id, one, run, secrets, service, stored } = startApplying()

describe('a secret by file', () => {
  const withSecret = (secret: string) => one(`    secrets: { autumn: ${secret} }\n`)

  test('gets another end, and nothing else of it changes', async () => {
    await apply(withSecret('{ env: AUTUMN }'))
    const [before] = await findClientSecrets(db(), id())
    const ran = await apply(withSecret('{ env: AUTUMN, until: 2090-01-01T12:00Z }'))
    expect(ran.out).toContain('    ~ secret autumn ends: never → 2090-01-01T12:00:00Z')
    expect(await findClientSecrets(db(), id())).toEqual([
      { ...before, expiresAt: Date.parse('2090-01-01T12:00Z') / 1000 },
    ])
    // Without an end in the file, that of an operator stays.
    expect((await apply(withSecret('{ env: AUTUMN }'), ['--check'])).exitCode).toBe(0)
  })

  test('is the only change where nothing else differs', async () => {
    await apply(withSecret('{ env: AUTUMN }'))
    await apply(one('    secrets: { winter: { env: WINTER } }\n'))
    expect((await eventsOf()).map(({ name }) => name)).toEqual([
      'client-added',
      'client-secret-added',
      'client-secret-added',
    ])
  })

  test('that works is not ended by an end in the past: that is what retire is for', async () => {
    await apply(withSecret('{ env: AUTUMN }'))
    const ran = await apply(withSecret('{ env: AUTUMN, until: 2020-01-01 }'), ['--check'])
    expect([ran.exitCode, ran.err]).toEqual([
      1,
      expect.stringContaining('The secret would have expired already.'),
    ])
  })

  test('has no room beside five others', async () => {
    await apply(one())
    for (let times = 0; times < 4; times += 1) await run('client', 'secret', 'add', id())
    const two = one('    secrets: { a: { env: AUTUMN }, b: { env: WINTER } }\n')
    expect(await apply(two, ['--check'])).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('has 5 secrets already'),
    })
    expect((await apply(withSecret('{ env: AUTUMN }'))).exitCode).toBe(0)
    expect((await apply(withSecret('{ env: AUTUMN }'), ['--check'])).exitCode).toBe(0)
  })

  // proves: client-file-no-secret
  test('that an operator has retired does not come back, however often the file is applied', async () => {
    const text = withSecret('{ env: AUTUMN }')
    await apply(text)
    const [secret] = await findClientSecrets(db(), id())
    await run('client', 'secret', 'retire', id(), secret?.secretId ?? '')
    for (const args of [['--check'], ['--yes']]) {
      const ran = await apply(text, args)
      expect([ran.exitCode, ran.err]).toEqual([
        1,
        'portico: FILE, line 5, column 31: The client had this secret, and it has ended: give it a new one. Nothing was changed.',
      ])
    }
    secrets()['AUTUMN'] = random()
    expect((await apply(text)).exitCode).toBe(0)
  })

  test('that has ended as the file says is no fault of the file', async () => {
    await apply(withSecret('{ env: AUTUMN, until: 2090-01-01 }'))
    await db().query`
      update client_secrets set expires_at = to_timestamp(${Date.parse('2020-01-01') / 1000}) where client_id = ${id()}`
    expect((await apply(withSecret('{ env: AUTUMN, until: 2020-01-01 }'), ['--check'])).exitCode).toBe(0)
    expect((await apply(withSecret('{ env: AUTUMN, until: 2090-01-01 }'), ['--check'])).exitCode).toBe(1)
  })
})

test('a program that is made again under its id begins without what citizens had allowed the former one', async () => {
  const program = await addProgram(service())
  const citizen = await addCitizen(service())
  await enterProgram(service(), program, citizen)
  const { clientId } = program
  const connections = () => db().query`select 1 as one from connections where client_id = ${clientId}`
  expect(await connections()).toHaveLength(1)
  // A command that was killed has left them behind.
  await db().query`delete from clients where client_id = ${clientId}`
  await apply(JSON.stringify({ clients: { [clientId]: { name: 'Again', redirect_uris: [URI] } } }))
  expect(await connections()).toEqual([])
  await enterAgain(clientId)
  await apply(`remove: [${clientId}]`)
  expect(await connections()).toEqual([])
})

async function enterAgain(clientId: string): Promise<void> {
  const { citizenId } = await addCitizen(service())
  await db().query`
    insert into connections (citizen_id, client_id, scope, connected_at, last_entered_at)
    values (${citizenId}, ${clientId}, 'openid', to_timestamp(1), to_timestamp(1))`
}

// proves: client-file-mirror
describe('what is exported', () => {
  const NAMES = [
    'Ausweise: "A", \\ {B}',
    '# no comment',
    'null',
    '007',
    'yes',
    "it's",
    '- a',
    '证件',
    'a: b',
    '&a *b !c',
    '%d',
    '~',
    '@at',
    '`tick`',
  ]

  test('changes nothing when it is applied, whatever programs are called', async () => {
    const made = NAMES.map((name, at) => [
      `${id()}-${at}`,
      {
        ...{ name, names: { de: name, 'zh-Hans': '证件' } },
        redirect_uris: [`https://p${at}.example.org/cb?a=(x),y;z&b='q'`, 'http://localhost:4100/cb,1'],
      },
    ])
    const ran = await apply(JSON.stringify({ clients: Object.fromEntries(made) }), ['--yes'])
    expect([ran.exitCode, ran.err]).toEqual([0, ''])
    const clients = await listClients(db())
    const before = await stored()
    const exported = await run('client', 'export')
    expect(exported.exitCode).toBe(0)
    for (const { clientId } of clients) expect(exported.out).toContain(clientId)
    for (const text of [exported.out, (await run('client', 'export', '--json')).out])
      expect(await apply(text, ['--check'])).toMatchObject({ exitCode: 0, err: '' })
    await apply(exported.out, ['--yes'])
    expect(await stored()).toEqual(before)
  })

  test('makes the same programs elsewhere', async () => {
    const settings = (all: Awaited<ReturnType<typeof listClients>>) =>
      all
        .map((client) => ({ ...client, createdAt: 0, revision: 0, generation: 0, disabledAt: null }))
        .toSorted((first, second) => (first.clientId < second.clientId ? -1 : 1))
    const before = settings(await listClients(db()))
    const exported = await run('client', 'export')
    await apply(JSON.stringify({ remove: before.map(({ clientId }) => clientId) }), ['--yes'])
    expect(await listClients(db())).toEqual([])
    await apply(exported.out, ['--yes'])
    expect(settings(await listClients(db()))).toEqual(before)
  })

  test('has no secret, nor its hash', async () => {
    await apply(one('    secrets: { autumn: { env: AUTUMN } }\n'))
    const { out } = await run('client', 'export')
    const [secret] = await findClientSecrets(db(), id())
    for (const hidden of [secrets()['AUTUMN'] ?? '', secret?.secretHash.toString('hex') ?? '', 'autumn'])
      expect(out).not.toContain(hidden)
  })
})
