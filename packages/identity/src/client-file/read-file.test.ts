import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readClientFile, readClientText } from './read-file.ts'

/** Random as a secret has to be, and known to the tests. */
const SECRET = 'pL3vXq9ZtB7mWc2RkYd8HsNf4JgUa6Ee1Qo5'.repeat(2).slice(0, 48)
const OTHER = 'Zk8WqT2nVb5YxLc7RmPd3HsJf9GgUa4Ee6Qo1Xi0VwBz'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-clients-'))
  writeFileSync(join(folder, 'secret'), `${SECRET}\n`)
  writeFileSync(join(folder, 'empty'), '\n')
  writeFileSync(join(folder, 'short'), 'hunter2-hunter2')
  writeFileSync(join(folder, 'lines'), `${SECRET}\n${OTHER}\n`)
})
afterAll(() => rmSync(folder, { recursive: true }))

const read = (text: string) =>
  readClientText(text, {
    path: join(folder, 'clients.yaml'),
    environment: { GOOD: SECRET, OTHER, SHORT: 'hunter2-hunter2', EMPTY: '' },
  })

/** The faults as `line:column sentence`. */
function faultsOf(text: string): readonly string[] {
  const answer = read(text)
  if (answer.ok) return []
  return answer.refusal.says.map((one) => one.replace(/^.*, line (\d+), column (\d+): /, '$1:$2 '))
}

const ONE = `clients:
  permits:
    name: Permits
    redirect_uris: [https://permits.example.org/cb]
`

// proves: client-file-faults
describe('a fault has its line and column', () => {
  test.each<[string, string, readonly string[]]>([
    [
      'a client that is named twice',
      `${ONE}  permits: { name: Other }\n`,
      ['5:3 The client "permits" is given twice: first on line 2.'],
    ],
    [
      'the same with another spelling',
      `${ONE}  "permits": {}\n`,
      ['5:3 The client "permits" is given twice: first on line 2.'],
    ],
    [
      'a client three times',
      `${ONE}  permits: {}\n  permits: {}\n`,
      [
        '5:3 The client "permits" is given twice: first on line 2.',
        '6:3 The client "permits" is given twice: first on line 2.',
      ],
    ],
    [
      'a client twice in JSON',
      '{"clients":\n{"abc": {},\n "abc": {}}}',
      ['3:2 The client "abc" is given twice: first on line 2.'],
    ],
    ['a name twice', `${ONE}    name: Other\n`, ['5:5 The name "name" is given twice: first on line 3.']],
    [
      'a language twice',
      `${ONE}    names: { de: A, de: B }\n`,
      ['5:21 The language "de" is given twice: first on line 5.'],
    ],
    [
      'a secret twice',
      `${ONE}    secrets:\n      a: { env: GOOD }\n      a: { env: OTHER }\n`,
      ['7:7 The secret "a" is given twice: first on line 6.'],
    ],
    [
      'an unknown name',
      `${ONE}    redirect_uri: x\n`,
      ['5:5 The name "redirect_uri" is unknown. Did you mean redirect_uris?'],
    ],
    [
      'another unknown name',
      `${ONE}    colour: red\n`,
      [expect.stringMatching(/^5:5 The name "colour" is unknown. There are: name, names, home, /)],
    ],
    [
      'an unknown name at the top',
      `client: {}\n`,
      ['1:1 The name "client" is unknown. Did you mean clients?'],
    ],
    [
      'a prototype',
      `${ONE}    __proto__: {}\n`,
      [expect.stringMatching(/^5:5 The name "__proto__" is unknown/)],
    ],
    [
      'a language that is none',
      `${ONE}    names: { en-GB: A }\n`,
      [expect.stringMatching(/^5:14 "en-GB" is no language of the pages: there are en, es/)],
    ],
    [
      'a number as a name',
      'clients: { abc: { name: 12 } }\n',
      ['1:25 This must be a text: put it in quotation marks.'],
    ],
    [
      'nothing as a name',
      'clients: { abc: { name: } }\n',
      [expect.stringMatching(/^1:\d+ This must be a text: put it in quotation marks.$/)],
    ],
    [
      'a number as a client id',
      'clients: { 123: {} }\n',
      ['1:12 A name must be a text: put it in quotation marks.'],
    ],
    ['a list as a name', 'clients: { ? [a] : {} }\n', [expect.stringMatching(/A name must be a text/)]],
    [
      'a client id with a blank',
      'clients: { "a b": {} }\n',
      ['1:12 "a b" is no client id: 3 to 64 letters, digits and hyphens.'],
    ],
    [
      'a text as a list',
      'clients: { abc: { redirect_uris: https://a.example/ } }\n',
      ['1:34 This must be a list of at least one.'],
    ],
    [
      'no redirect URI as a text',
      'clients: { abc: { redirect_uris: [1] } }\n',
      ['1:35 This must be a text: put it in quotation marks.'],
    ],
    [
      'a limit as a text',
      'clients: { abc: { token_limit_per_minute: "7" } }\n',
      ['1:43 This must be a whole number from 1 to 100000000.'],
    ],
    [
      'a limit of nothing',
      'clients: { abc: { token_limit_per_minute: 0 } }\n',
      ['1:43 This must be a whole number from 1 to 100000000.'],
    ],
    [
      'half a limit',
      'clients: { abc: { introspection_limit_per_minute: 1.5 } }\n',
      ['1:51 This must be a whole number from 1 to 100000000.'],
    ],
    [
      'another confirmation',
      'clients: { abc: { confirmation: never } }\n',
      ['1:33 This must be one of: first-time, skip-first-time.'],
    ],
    ['a list of clients', 'clients: [abc]\n', ['1:10 This must be a map of names and values.']],
    [
      'a text for a client',
      'clients: { abc: x }\n',
      [expect.stringMatching(/^1:17 This must be a map with: name, /)],
    ],
    ['a whole file that is a text', 'clients\n', ['1:1 This must be a map with: $schema, clients, remove.']],
    [
      'a client that is to be there and to go',
      `${ONE}remove:\n  - permits\n`,
      ['6:5 The client "permits" stands among those that are to be there, too.'],
    ],
    ['a client that is to go twice', 'remove: [abc, abc]\n', ['1:15 The client "abc" is given twice.']],
    ['an empty file', '', ['1:1 The file is empty.']],
    ['a file of comments', '# nothing\n', ['1:1 The file is empty.']],
    [
      'a list that does not end',
      'clients:\n  abc: [\n',
      [expect.stringMatching(/^\d:\d This is not YAML\. /)],
    ],
    ['a tab', 'clients:\n\tabc: {}\n', [expect.stringMatching(/^2:1 This is not YAML\. Indent with blanks/)]],
    ['two documents', `${ONE}---\n${ONE}`, [expect.stringMatching(/^5:1 A file has one document/)]],
    [
      'an anchor and its alias',
      'clients:\n  abc: &a { name: A }\n  def: *a\n',
      [
        '2:11 Tags and anchors are not understood: write the value alone.',
        '3:8 An alias is not understood: write out what it stands for.',
      ],
    ],
    [
      'an alias of nothing',
      'clients:\n  abc: *secret-in-the-wrong-place\n',
      ['2:8 An alias is not understood: write out what it stands for.'],
    ],
    [
      'a tag',
      'clients: { abc: { name: !!str 12 } }\n',
      ['1:31 Tags and anchors are not understood: write the value alone.'],
    ],
    [
      'an unknown tag',
      'clients: { abc: { name: !secret x } }\n',
      ['1:25 Tags and anchors are not understood: write the value alone.'],
    ],
    [
      'a merge',
      'clients:\n  abc: {}\n  def:\n    <<: { name: A }\n',
      [expect.stringMatching(/^4:5 The name "<<" is unknown/)],
    ],
  ])('%s', (_what, text, faults) => {
    expect(faultsOf(text)).toEqual(faults)
  })

  test('all faults are told, in the order of the file, also with other ends of lines', () => {
    const text = 'clients:\n  abc:\n    nam: A\n  abc: {}\nremoved: []\n'
    const faults = [
      '3:5 The name "nam" is unknown. Did you mean name?',
      '4:3 The client "abc" is given twice: first on line 2.',
      '5:1 The name "removed" is unknown. Did you mean remove?',
    ]
    expect(faultsOf(text)).toEqual(faults)
    expect(faultsOf(text.replaceAll('\n', '\r\n'))).toEqual(faults)
  })

  test('what YAML can do to a reader is refused, and soon', () => {
    const names = Array.from(
      { length: 30 },
      (_, at) => `a${at}: &a${at} [${`*a${at - 1},`.repeat(at === 0 ? 0 : 9)}]`,
    )
    expect(faultsOf(names.join('\n')).length).toBeGreaterThan(30)
    expect(faultsOf(`clients: ${'['.repeat(100_000)}`).length).toBeGreaterThan(0)
    expect(faultsOf(`clients: ${'{a: '.repeat(20_000)}${'}'.repeat(20_000)}`).length).toBeGreaterThan(0)
  })
})

// proves: client-file-no-secret
describe('a secret', () => {
  const withSecret = (secret: string) => `${ONE}    secrets:\n      autumn: ${secret}\n`

  test.each([
    ['{ env: GOOD }'],
    ['{ file: secret }'],
    ['{ "env": "GOOD", "until": "2030-01-01" }'],
    ['{ file: ./secret, until: 2030-01-01T12:30:00Z }'],
    ['{ file: ./secret, until: 2030-01-01T12:30Z }'],
  ])('%s is read from there', (secret) => {
    const answer = read(withSecret(secret))
    expect(answer.ok && answer.value.clients[0]?.secrets[0]?.value.reveal()).toBe(SECRET)
    expect(JSON.stringify(answer)).not.toContain(SECRET)
  })

  test.each<[string, string]>([
    [SECRET, '6:15 This must be a map with: file, env, until.'],
    [`{ value: ${SECRET} }`, '6:17 The name "value" is unknown. There are: file, env, until.'],
    [`{ env: ${SECRET} }`, '6:22 The variable that is named here is not set, or empty.'],
    [`{ env: "${SECRET}=" }`, '6:22 This must be the name of a variable: letters, digits and _.'],
    [`{ file: ${SECRET} }`, '6:23 The file that is named here does not exist: make it, or correct the path.'],
    [
      `{ env: GOOD, until: ${SECRET} }`,
      '6:35 This must be a day or a time in UTC, such as 2027-12-01 or 2027-12-01T12:00:00Z.',
    ],
    ['{ env: EMPTY }', '6:22 The variable that is named here is not set, or empty.'],
    [
      '{ env: SHORT }',
      '6:22 The secret must be random: 40 to 200 letters, digits and the signs . _ - (openssl rand -hex 32 makes one).',
    ],
    [
      '{ file: short }',
      '6:23 The secret must be random: 40 to 200 letters, digits and the signs . _ - (openssl rand -hex 32 makes one).',
    ],
    ['{ file: empty }', '6:23 The file that is named here is empty: write the value into it.'],
    [
      '{ file: lines }',
      '6:23 The file that is named here has several lines: write only the value into it, on one line.',
    ],
    [
      '{ file: . }',
      '6:23 The file that is named here is not a regular file: name a file that has only the value.',
    ],
    ['{ env: GOOD, file: secret }', '6:15 Give either `file` or `env`: where the secret is.'],
    ['{}', '6:15 Give either `file` or `env`: where the secret is.'],
    ['{ until: 2030-01-01 }', '6:15 Give either `file` or `env`: where the secret is.'],
    ['{ env: GOOD, until: 2030-02-30 }', '6:35 There is no such day or time.'],
    ['{ env: GOOD, until: 2030-13-01 }', '6:35 There is no such day or time.'],
    ['{ env: GOOD, until: 2030-01-01T25:00Z }', '6:35 There is no such day or time.'],
    [
      '{ env: GOOD, until: 30d }',
      '6:35 This must be a day or a time in UTC, such as 2027-12-01 or 2027-12-01T12:00:00Z.',
    ],
  ])('%s is a fault that repeats no secret', (secret, fault) => {
    const faults = faultsOf(withSecret(secret))
    // Where the secret cannot be read, one sentence is enough.
    const places = faults.map((one) => one.replace(/^6:(\d+)/, '6:$1'))
    expect(places.join('\n')).toContain(fault.replace(/^\d+:\d+ /, ''))
    expect(places[0]?.startsWith('6:')).toBe(true)
    expect(faults.join('\n')).not.toContain(SECRET.slice(0, 12))
    expect(faults.join('\n')).not.toContain('hunter2')
  })

  test('the same for two programs is a fault', () => {
    const text = `${withSecret('{ env: GOOD }')}  other: { name: O, secrets: { a: { file: secret } } }\n`
    expect(faultsOf(text)).toEqual(['7:43 The same secret is handed in twice: each has to be another one.'])
  })
})

test('the same file in YAML and in JSON is the same', () => {
  const yaml = read(`${ONE}    home: null\n    names: { de: Ausweise }\nremove: [old]\n`)
  const json = read(
    JSON.stringify({
      clients: {
        permits: {
          name: 'Permits',
          redirect_uris: ['https://permits.example.org/cb'],
          home: null,
          names: { de: 'Ausweise' },
        },
      },
      remove: ['old'],
    }),
  )
  const values = (answer: typeof yaml) => {
    if (!answer.ok) return answer.refusal
    const { clients, remove } = answer.value
    return [
      clients.map(({ clientId, given }) => [
        clientId,
        given.name?.value,
        given.home?.value,
        [...(given.names ?? [])].map(([tag, { value }]) => [tag, value]),
        given.redirect_uris?.map(({ value }) => value),
      ]),
      remove,
    ]
  }
  expect(values(yaml)).toEqual(values(json))
  expect(values(yaml)).toEqual([
    [['permits', 'Permits', null, [['de', 'Ausweise']], ['https://permits.example.org/cb']]],
    ['old'],
  ])
})

describe('a file', () => {
  const fileOf = async (name: string, bytes: Uint8Array | string) => {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    const answer = await readClientFile(path, { environment: {} })
    return answer.ok ? 'read' : answer.refusal.says.join().replace(path, 'FILE')
  }

  test.each<[string, Uint8Array | string, string]>([
    ['in UTF-8 with a byte order mark', `\ufeff${ONE}`, 'read'],
    [
      'that is not in UTF-8',
      Buffer.from('clients: {abc: {name: Stra\xdfe}}', 'latin1'),
      'The file FILE is not in UTF-8.',
    ],
    ['that is too large', `# ${'x'.repeat(1_048_576)}\n`, 'The file FILE is larger than 1 MiB.'],
  ])('%s', async (name, bytes, says) => {
    expect(await fileOf(name.replaceAll(' ', '-'), bytes)).toBe(says)
  })

  test.each([
    ['nothing', 'does not exist'],
    ['.', 'is not a regular file'],
    ['../../../../../../../dev/null', 'is not a regular file'],
  ])('%s is no file', async (name, says) => {
    const path = join(folder, name)
    expect(await readClientFile(path, { environment: {} })).toEqual({
      ok: false,
      refusal: { says: [`The file ${path} ${says}.`] },
    })
  })
})

// proves: client-file-no-secret
describe('a secret in the wrong place is not repeated where the file is no YAML', () => {
  test.each([
    ['behind a closed quotation mark', `clients:\n  abc: { name: "A" ${SECRET} }\n`],
    ['on a line of its own', `clients:\n  abc:\n    name: A\n${SECRET}\n    home: x\n`],
    ['as a directive', `%${SECRET}\n---\nclients: {}\n`],
    ['as a tag', `clients: { abc: { name: !${SECRET} x } }\n`],
    ['as an escape', `clients: { abc: { name: "\\x${SECRET}" } }\n`],
    ['as a handle', `clients: { abc: { name: !e!${SECRET} x } }\n`],
    ['behind a block sign', `clients:\n  abc: |${SECRET}\n    x\n`],
    ['behind a bracket', `clients: { abc: [a] ${SECRET}: }\n  ]${SECRET}\n`],
    ['as a document', `clients: {}\n... ${SECRET}\n`],
  ])('%s', (_where, text) => {
    const faults = faultsOf(text)
    expect(faults.length).toBeGreaterThan(0)
    for (const fault of faults)
      for (const part of [SECRET, SECRET.slice(0, 5)]) expect(fault).not.toContain(part)
  })
})

// proves: client-file-no-secret
describe('a secret of Portico is no secret of a program', () => {
  const readWith = (secret: string, environment: Readonly<Record<string, string>>) => {
    const answer = readClientText(`${ONE}    secrets: { a: ${secret} }\n`, {
      ...{ path: join(folder, 'clients.yaml'), environment },
    })
    return answer.ok ? 'read' : answer.refusal.says.map((one) => one.replace(/^.*?column \d+: /, ''))
  }
  const OWN = ['This is a setting of Portico itself: a program needs a secret of its own.']

  test.each(['PORTICO_SECRET_KEY', 'PORTICO_DATABASE_URL', 'PORTICO_', 'Portico_Secret_Key'])(
    '%s',
    (name) => {
      expect(readWith(`{ env: ${name} }`, { [name]: SECRET })).toEqual(OWN)
      expect(readWith(`{ env: ${name} }`, {})).toEqual(OWN)
    },
  )

  test('nor the file that one of its settings names, however its path is written', () => {
    const environment = { PORTICO_SECRET_KEY_FILE: join(folder, 'secret'), OTHER_FILE: join(folder, 'lines') }
    for (const path of ['secret', './secret', `../${folder.split('/').at(-1)}/secret`])
      expect(readWith(`{ file: ${path} }`, environment)).toEqual(OWN)
    expect(readWith('{ file: secret }', {})).toBe('read')
  })

  test('a variable that only has such a part in its name is one of the program', () => {
    expect(readWith('{ env: MY_PORTICO_SECRET }', { MY_PORTICO_SECRET: SECRET })).toBe('read')
  })
})
