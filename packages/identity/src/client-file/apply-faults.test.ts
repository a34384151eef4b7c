import { describe, expect, test } from 'vitest'
import { startApplying, URI } from './apply.fixture.ts'

const { apply, id, one, stored } = startApplying()

// proves: client-file-faults
describe('every fault is told at once', () => {
  /** What was told, as `line:column sentence`, without its heading. */
  const toldBy = ({ err }: { readonly err: string }) =>
    err.split('\n').map((one) => one.replace(/^FILE, line (\d+), column (\d+): /, '$1:$2 '))

  test('every fault of every program is told, in the order of the file', async () => {
    const text = `clients:
  a-b:
    name: ""
    names: { de: "", fr: "" }
    homes: { de: "http://b.example/" }
    redirect_uris:
      - ${URI}
      - http://b.example/
      - ${URI}
      - https://c.example/*
    home: https://elsewhere.example/
    scope: openid phone
    secrets: { old: { env: AUTUMN, until: 2020-01-01 } }
  c-d: { name: C }
  e-e-: { name: "", redirect_uris: [${URI}], home: https://b.example/ }
`
    const before = await stored()
    const ran = await apply(text, ['--yes'])
    expect([ran.exitCode, ran.out]).toEqual([1, ''])
    expect(toldBy(ran)).toEqual([
      'portico: 13 faults. Nothing was changed.',
      '3:11 The name must have 1 to 100 printable characters.',
      '4:14 The name in "de" must have 1 to 100 printable characters.',
      '4:22 The name in "fr" must have 1 to 100 printable characters.',
      expect.stringMatching(/^5:14 The home in "de" must be an https/),
      expect.stringMatching(/^8:9 The redirect URI http:\/\/b.example\/ must begin with https/),
      `9:9 The redirect URI ${URI} is given twice.`,
      expect.stringMatching(/^10:9 .* has a wildcard/),
      expect.stringMatching(/^12:12 The scope "openid phone" has a word/),
      '13:28 The secret would have expired already.',
      '14:3 A client needs at least one redirect URI.',
      expect.stringMatching(/^15:3 The client id "e-e-" must have/),
      '15:17 The name must have 1 to 100 printable characters.',
      expect.stringMatching(/^15:76 The home https:\/\/b\.example\/ is on another origin/),
    ])
    expect(await stored()).toEqual(before)
    const { says, faults, because } = (await apply(text, ['--yes', '--json'])).refusal()
    expect([says, because]).toEqual(['13 faults. Nothing was changed.', 'bad-file'])
    expect(faults).toHaveLength(13)
    expect(faults[0]).toMatch(/line 3, column 11: The name must have/)
  })

  test('a fault of the file is told with those beside what is stored, and what could not be read has no second one', async () => {
    await apply(one())
    const text = `clients:
  ${id()}:
    name: 7
    scope: openid phone
    redirect_uris: [true]
    home: https://elsewhere.example/
  other-${id()}: { nmae: B, redirect_uris: [http://b.example/], secrets: { "a\u202eb": { env: AUTUMN } } }
`
    const ran = await apply(text, ['--check'])
    expect(toldBy(ran)).toEqual([
      'portico: 7 faults. Nothing was changed.',
      '3:11 This must be a text: put it in quotation marks.',
      expect.stringMatching(/^4:12 The scope/),
      '5:21 This must be a text: put it in quotation marks.',
      expect.stringMatching(/^7:3 The name must have/),
      expect.stringMatching(/^7:\d+ The name "nmae" is unknown\./),
      expect.stringMatching(/^7:\d+ The redirect URI http/),
      expect.stringMatching(/^7:\d+ "a\?b" is no label/),
    ])
  })

  test('the faults of the file are told where the database cannot be asked', async () => {
    const ran = await apply('clients: { a-b: { name: 7 } }', ['--check'], undefined, {
      PORTICO_DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
    })
    expect([ran.exitCode, ran.err]).toEqual([1, expect.stringContaining('column 25: This must be a text')])
  })
})
