import { describe, expect, test } from 'vitest'
import { basic } from '../../testing/people.ts'
import { postForm } from '../../testing/program-flow.ts'
import { whileChanged } from '../../testing/while-changed.ts'
import { findClientSecrets } from '../clients/index.ts'
import { type Answers, random, startApplying, URI } from './apply.fixture.ts'

const { apply, client, db, eventsOf, id, one, run, secrets, service, stored } = startApplying()

const namesOf = async () => (await eventsOf()).map(({ name }) => name)

describe('a file', () => {
  test('makes a program, shows the same to a script, and then changes nothing', async () => {
    const text = one(
      `    names: { de: Ausweise }\n    token_limit_per_minute: 600\n    secrets: { autumn: { env: AUTUMN, until: 2090-01-01 } }\n`,
    )
    const done = await apply(text, ['--as', 'ada', '--reason', 'the new system', '--json'])
    expect(done.exitCode).toBe(0)
    expect(done.json()).toMatchObject({
      ...{ would_change: true, changed: true },
      changes: [
        {
          ...{ client_id: id(), action: 'add' },
          secrets: [{ label: 'autumn', action: 'add', ends: '2090-01-01T00:00:00.000Z' }],
        },
      ],
    })
    expect(await client()).toMatchObject({
      ...{ name: 'Permits', names: { de: 'Ausweise' }, home: null, homes: {}, redirectUris: [URI] },
      ...{ scope: 'openid profile email offline_access', confirmation: 'first-time' },
      ...{ tokenLimitPerMinute: 600, introspectionLimitPerMinute: null, disabledAt: null },
    })
    const order = { operator: 'ada', reason: 'the new system' }
    expect(await eventsOf()).toEqual([
      { name: 'client-added', ...order },
      { name: 'client-secret-added', ...order },
    ])
    const before = await stored()
    const again = await apply(text, ['--check'])
    expect([again.exitCode, again.out]).toEqual([
      0,
      'Nothing would change: what is stored is as the file says.',
    ])
    expect((await apply(text)).out).toBe(again.out)
    expect(await stored()).toEqual(before)
  })

  // proves: client-file-no-secret
  test('hands in a secret with which the program works, and that nobody reads anywhere', async () => {
    const said = [
      await apply(one('    secrets: { autumn: { env: AUTUMN } }\n'), ['--check', '--json']),
      await apply(one('    secrets: { autumn: { env: AUTUMN } }\n')),
      await run('client', 'show', id(), '--json'),
      await run('client', 'export'),
    ]
    const secret = secrets()['AUTUMN'] ?? ''
    const header = basic(id(), secret)
    const answer = await postForm(
      service(),
      '/api/integrations/introspect/',
      { token: 'x' },
      { authorization: header },
    )
    expect(answer.status).toBe(200)
    const rows = await db().query<{ line: string }>`
      select to_jsonb(audit_events)::text as line from audit_events union all select to_jsonb(client_secrets)::text from client_secrets`
    const everything = [...said.map(({ out, err }) => out + err), ...rows.map(({ line }) => line)].join('\n')
    expect(everything).not.toContain(secret.slice(0, 12))
  })

  // proves: client-file-nothing-else
  test('leaves what it does not say: settings, secrets, other programs, and that one is disabled', async () => {
    await apply(
      one(
        '    home: https://permits.example.org/home\n    introspection_limit_per_minute: 7\n    secrets: { autumn: { env: AUTUMN } }\n',
      ),
    )
    await run('client', 'disable', id())
    const others = (await stored()).length
    const done = await apply(
      `clients:\n  ${id()}:\n    name: Permits and more\n    secrets: { winter: { env: WINTER } }\n`,
    )
    expect(done.exitCode).toBe(0)
    expect(await client()).toMatchObject({
      ...{ name: 'Permits and more', home: 'https://permits.example.org/home' },
      ...{ introspectionLimitPerMinute: 7, disabledAt: expect.any(Number) },
    })
    expect((await findClientSecrets(db(), id())).map(({ label }) => label).sort()).toEqual([
      'autumn',
      'winter',
    ])
    expect(await stored()).toHaveLength(others)
    expect(done.out.split('\n')).toEqual([
      `~ client ${id()}: Permits`,
      '    ~ name: Permits → Permits and more',
      '    + secret winter, which ends: never',
      '',
      'It is done.',
    ])
  })

  test('finds no difference in the order of names, nor in what an earlier release has stored otherwise', async () => {
    await apply(one('    names: { de: Ausweise, fr: Permis }\n'))
    await db().query`update clients set scope = 'email openid' where client_id = ${id()}`
    const reversed = await apply(`clients: { ${id()}: { names: { fr: Permis, de: Ausweise } } }`, ['--check'])
    expect([reversed.exitCode, reversed.out]).toEqual([0, expect.stringContaining('Nothing would change')])
    const named = await apply(`clients: { ${id()}: { name: B } }`, ['--dry-run'])
    expect(named.out).not.toContain('scope')
    expect(named.out).toContain('    ~ name: Permits → B')
  })

  test('keeps a redirect URI that an earlier release has allowed, and takes no new one like it', async () => {
    await apply(one())
    const former = 'https://permits.example.org/a/../cb'
    await db().query`update clients set redirect_uris = array[${former}] where client_id = ${id()}`
    expect(await apply(`clients: { ${id()}: { redirect_uris: [${former}] } }`, ['--check'])).toMatchObject({
      exitCode: 0,
    })
    expect(
      await apply(`clients: { ${id()}: { redirect_uris: [${former}/new] } }`, ['--check']),
    ).toMatchObject({ exitCode: 1 })
  })

  test('says each difference of a program with its sign', async () => {
    await apply(
      one(
        '    names: { de: Ausweise, fr: Permis }\n    home: https://permits.example.org/home\n    homes: { de: https://permits.example.org/de, fr: https://permits.example.org/fr }\n    token_limit_per_minute: 7\n',
      ),
    )
    const text = `clients:
  ${id()}:
    names: { de: Parkausweise, es: Permisos }
    home: null
    homes: { fr: https://permits.example.org/francais }
    redirect_uris: [https://permits.example.org/new, ${URI}]
    token_limit_per_minute: 8
    introspection_limit_per_minute: 9
`
    expect((await apply(text, ['--dry-run'])).out.split('\n')).toEqual([
      `~ client ${id()}: Permits`,
      '    - names.fr: Permis',
      '    + names.es: Permisos',
      '    ~ names.de: Ausweise → Parkausweise',
      '    - home: https://permits.example.org/home',
      '    - homes.de: https://permits.example.org/de',
      '    ~ homes.fr: https://permits.example.org/fr → https://permits.example.org/francais',
      '    + redirect_uris: https://permits.example.org/new',
      '    ~ token_limit_per_minute: 7 → 8',
      '    + introspection_limit_per_minute: 9',
      '',
      'Nothing was changed.',
    ])
    await apply(text)
    expect(await client()).toMatchObject({
      ...{ names: { de: 'Parkausweise', es: 'Permisos' }, home: null },
      homes: { fr: 'https://permits.example.org/francais' },
    })
    expect(
      (await apply(`clients: { ${id()}: { redirect_uris: [${URI}, https://permits.example.org/new] } }`)).out,
    ).toContain(`    ~ redirect_uris in another order: ${URI} https://permits.example.org/new`)
    expect((await client())?.redirectUris[0]).toBe(URI)
    expect((await apply(`clients: { ${id()}: { names: {} } }`)).exitCode).toBe(0)
    expect((await client())?.names).toEqual({})
  })
})

describe('--check and --dry-run', () => {
  test.each([
    ['--check', 2],
    ['--dry-run', 0],
  ])(
    '%s ends with %d where something would change, changes nothing, and needs no reason',
    async (option, code) => {
      const before = await stored()
      const ran = await apply(one(), [option], { ask: 'nobody-there' })
      expect([ran.exitCode, ran.err]).toEqual([code, ''])
      expect(ran.out).toContain(`+ client ${id()}: Permits`)
      expect(ran.out).toContain('Nothing was changed.')
      expect(await stored()).toEqual(before)
      expect(await namesOf()).toEqual([])
    },
  )

  test('leave in the audit that somebody has looked', async () => {
    await apply(one(), ['--check', '--as', `checker-${id()}`])
    const looks = await db().query`
      select details from audit_events where name = 'operator-looked' and operator = ${`checker-${id()}`}`
    expect(looks).toEqual([{ details: { command: 'apply' } }])
  })
})

// proves: client-file-faults, client-file-whole
describe('nothing is half done', () => {
  test.each<[string, () => string, RegExp]>([
    [
      'a client that is named twice',
      () => `${one()}  ${id()}: { name: B }\n`,
      /^portico: FILE, line 5, column 3: The client "permits-\d+" is given twice: first on line 2\. Nothing was changed\.$/,
    ],
    [
      'a redirect URI of the second client',
      () =>
        `${one()}  other-${id()}:\n    name: B\n    redirect_uris:\n      - ${URI}\n      - http://b.example/\n`,
      /^portico: FILE, line 9, column 9: The redirect URI http:\/\/b\.example\/ must begin with https/,
    ],
    [
      'a client without a name',
      () => `${one()}  other-${id()}: { redirect_uris: [${URI}] }\n`,
      /line 5, column 3: The name must have 1 to 100 printable characters/,
    ],
    [
      'a home elsewhere',
      () => `${one()}    home: https://b.example/\n`,
      /line 5, column 11: The home https:\/\/b\.example\/ is on another origin/,
    ],
    [
      'a home in a language elsewhere',
      () => `${one()}    homes: { de: https://b.example/ }\n`,
      /line 5, column 14: The home in "de" is on another origin/,
    ],
    [
      'a name in a language',
      () => `${one()}    names: { de: "" }\n`,
      /line 5, column 14: The name in "de" must have/,
    ],
    [
      'a scope',
      () => `${one()}    scope: openid phone\n`,
      /line 5, column 12: The scope "openid phone" has a word/,
    ],
    [
      'a URI twice',
      () => `clients: { ${id()}: { name: A, redirect_uris: [${URI}, ${URI}] } }`,
      /The redirect URI \S+ is given twice/,
    ],
    [
      'an end in the past',
      () => one('    secrets: { a: { env: AUTUMN, until: 2020-01-01 } }\n'),
      /line 5, column 26: The secret would have expired already/,
    ],
    [
      'six secrets',
      () =>
        one(
          `    secrets: { a: {env: A1}, b: {env: A2}, c: {env: A3}, d: {env: A4}, e: {env: A5}, f: {env: A6} }\n`,
        ),
      /The client has 5 secrets already/,
    ],
  ])('%s', async (_what, text, says) => {
    for (const name of ['A1', 'A2', 'A3', 'A4', 'A5', 'A6']) secrets()[name] = random()
    const before = await stored()
    const ran = await apply(text(), ['--yes'])
    expect([ran.exitCode, ran.out]).toEqual([1, ''])
    expect(ran.err).toMatch(says)
    expect(await stored()).toEqual(before)
    expect(await namesOf()).toEqual([])
  })

  test('a refusal in the middle takes back what was done before it', async () => {
    await apply(one())
    const before = await stored()
    // Somebody who changes the database by hand, so that the program cannot be removed.
    await db().query`create function keep_row() returns trigger language plpgsql as 'begin return null; end'`
    await db().query`create trigger keep before delete on clients for each row execute function keep_row()`
    const text = `clients: { a-${id()}: { name: A, redirect_uris: [${URI}] } }\nremove: [${id()}]\n`
    const ran = await apply(text, ['--yes']).finally(() => db().query`drop function keep_row cascade`)
    expect([ran.exitCode, ran.err]).toEqual([
      1,
      expect.stringMatching(/There is no client permits-\d+: .* Nothing was changed\.$/),
    ])
    expect(await stored()).toEqual(before)
    expect(await namesOf()).toEqual(['client-added'])
  })

  test('without a reason it is a wrong command line', async () => {
    const ran = await apply(one(), ['--yes'], { ask: 'nobody-there' })
    expect([ran.exitCode, ran.err]).toEqual([2, expect.stringContaining('--reason TEXT is missing.')])
    expect(await client()).toBeUndefined()
  })
})

// proves: client-file-nothing-else
describe('somebody is asked', () => {
  const answering = (answer: string, meanwhile: () => Promise<unknown> = async () => undefined): Answers => ({
    ask: async (question) => {
      if (!question.startsWith('Do it?')) return 'a test'
      await meanwhile()
      return answer
    },
  })

  test.each(['no', '', 'y'])('%j is no yes', async (answer) => {
    const before = await stored()
    const ran = await apply(one(), [], answering(answer))
    expect([ran.exitCode, ran.out]).toEqual([1, ''])
    expect(ran.err).toContain(`+ client ${id()}: Permits`)
    expect(await stored()).toEqual(before)
  })

  test('where nobody can answer, nothing is changed without --yes', async () => {
    await apply(one())
    const script: Answers = { ask: 'nobody-there' }
    const refused = await apply(`remove: [${id()}]`, ['--reason', 'gone'], script)
    expect([refused.exitCode, refused.err]).toEqual([
      1,
      `portico: It would remove Permits (${id()}): say --yes if you want that. Nothing was changed.`,
    ])
    expect(await client()).toBeDefined()
    const before = await stored()
    for (const text of [
      `clients: { ${id()}: { name: B } }`,
      `clients: { ${id()}: { redirect_uris: [https://other.example.org/cb] } }`,
      `clients: { ${id()}-new: { name: B, redirect_uris: [${URI}] } }`,
    ])
      expect(await apply(text, ['--reason', 'more'], script)).toMatchObject({
        exitCode: 1,
        err: 'portico: It would change what is stored: say --yes if you want that. Nothing was changed.',
      })
    expect(await stored()).toEqual(before)
    const changed = await apply(`clients: { ${id()}: { name: B } }`, ['--yes', '--reason', 'more'], script)
    expect(changed.exitCode).toBe(0)
    const removed = await apply(`remove: [${id()}]`, ['--yes', '--reason', 'gone'], script)
    expect([removed.exitCode, removed.out.split('\n')[0]]).toEqual([
      0,
      `- client ${id()}: B, with its secrets and all that citizens have allowed it`,
    ])
    expect(await client()).toBeUndefined()
    expect((await apply(`remove: [${id()}]`, ['--check'])).exitCode).toBe(0)
  })

  // proves: client-file-whole
  test.each<[string, () => Promise<unknown>, string]>([
    ['changed', () => run('client', 'update', id(), '--name', 'C'), 'C'],
    ['given a secret', () => run('client', 'secret', 'add', id()), 'Permits'],
    ['disabled', () => run('client', 'disable', id()), 'Permits'],
  ])(
    'a program that is %s between the showing and the yes is not changed by it',
    async (_what, meanwhile, name) => {
      await apply(one())
      const ran = await apply(`clients: { ${id()}: { name: B } }`, [], answering('yes', meanwhile))
      expect([ran.exitCode, ran.out]).toEqual([1, ''])
      expect(ran.err).toContain(
        'What is stored has changed since the difference was shown: look again. Nothing was changed.',
      )
      expect((await client())?.name).toBe(name)
    },
  )

  test('a program that is removed meanwhile is not made again, and one that is made meanwhile is not overwritten', async () => {
    await apply(one())
    const changed = await apply(
      `clients: { ${id()}: { name: B } }`,
      [],
      answering('yes', () => run('client', 'remove', id())),
    )
    expect([changed.exitCode, await client()]).toEqual([1, undefined])
    const other = { name: 'Theirs', redirect_uris: [URI] }
    const theirs = () => apply(JSON.stringify({ clients: { [id()]: other } }), ['--yes'])
    expect((await apply(one(), [], answering('yes', theirs))).exitCode).toBe(1)
    expect((await client())?.name).toBe('Theirs')
  })
})

// proves: client-file-whole
describe('two at once', () => {
  test('of the same file: one makes it, and the other finds it made', async () => {
    const text = one('    secrets: { autumn: { env: AUTUMN } }\n')
    const both = await Promise.all([apply(text, ['--yes']), apply(text, ['--yes'])])
    expect(both.map(({ exitCode }) => exitCode)).toEqual([0, 0])
    expect(await namesOf()).toEqual(['client-added', 'client-secret-added'])
    expect(await findClientSecrets(db(), id())).toHaveLength(1)
  })

  test('a change that is not committed yet is waited for, and noticed', async () => {
    await apply(one())
    const ran = await whileChanged(
      service().database,
      (tx) => tx.query`update clients set name = 'C', revision = revision + 1 where client_id = ${id()}`,
      () => apply(`clients: { ${id()}: { name: B } }`, ['--yes']),
    )
    expect([ran.exitCode, (await client())?.name]).toEqual([1, 'C'])
  })
})
