import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readClientText } from './read-file.ts'
import { CLIENT_FILE_SCHEMA } from './schema.ts'

const PAGE = readFileSync(new URL('../../../../docs/runbooks/clients-by-file.md', import.meta.url), 'utf8')
const EXAMPLE = /<!-- file clients\.yaml -->\n```yaml\n([^`]+)```/.exec(PAGE)?.[1] ?? ''
const SECRET = 'Zk8WqT2nVb5YxLc7RmPd3HsJf9GgUa4Ee6Qo1Xi0VwBz'

const isValid = new Ajv2020({ allErrors: true }).compile(CLIENT_FILE_SCHEMA)

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-schema-'))
  mkdirSync(join(folder, 'secrets'))
  writeFileSync(join(folder, 'secrets', 'permits-autumn'), SECRET)
})
afterAll(() => rmSync(folder, { recursive: true }))

const isRead = (text: string) =>
  readClientText(text, {
    path: join(folder, 'clients.yaml'),
    environment: { PERMITS_WINTER: SECRET.toLowerCase() },
  }).ok

test('the example of the page is read, and fits the schema', () => {
  expect(isRead(EXAMPLE)).toBe(true)
  expect([isValid(parse(EXAMPLE)), isValid.errors]).toEqual([true, null])
})

describe('the schema and the reader say the same', () => {
  test.each([
    ['{}', true],
    ['clients: {}', true],
    ['remove: []', true],
    ['$schema: client-file.schema.json', true],
    ['clients: { abc: {} }', true],
    ['clients: { abc: { home: null, token_limit_per_minute: null } }', true],
    ['clients: { abc: { names: {} } }', true],
    ['clients: { abc: { secrets: { a: { env: PERMITS_WINTER } } } }', true],
    ['clients: { abc: { secrets: { a: { env: PERMITS_WINTER, until: 2099-01-01T00:00Z } } } }', true],
    ['clients: { abc: { secrets: { a: {} } } }', false],
    ['clients: { abc: { secrets: { a: { env: PERMITS_WINTER, file: secrets/permits-autumn } } } }', false],
    ['clients: { abc: { secrets: { a: { env: "a b" } } } }', false],
    ['clients: { abc: { secrets: { a: { env: PERMITS_WINTER, until: soon } } } }', false],
    ['clients: { abc: { secrets: { a: text } } }', false],
    ['clients: { "a b": {} }', false],
    ['clients: { ab: {} }', false],
    ['clients: { abc: { name: 7 } }', false],
    ['clients: { abc: { nam: A } }', false],
    ['clients: { abc: { names: { xx: A } } }', false],
    ['clients: { abc: { redirect_uris: [] } }', false],
    ['clients: { abc: { redirect_uris: https://a.example/ } }', false],
    ['clients: { abc: { confirmation: never } }', false],
    ['clients: { abc: { confirmation: null } }', false],
    ['clients: { abc: { token_limit_per_minute: 0 } }', false],
    ['clients: { abc: { token_limit_per_minute: 1.5 } }', false],
    ['clients: { abc: { token_limit_per_minute: "5" } }', false],
    ['clients: []', false],
    ['clients: null', false],
    ['remove: abc', false],
    ['remove: [abc, abc]', false],
    ['remove: ["a b"]', false],
    ['client: {}', false],
  ])('%s: %s', (text, isGood) => {
    expect([isRead(text), isValid(parse(text))]).toEqual([isGood, isGood])
  })
})
