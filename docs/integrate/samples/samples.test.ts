// Takes over 10 s: each case starts a sample as a process, with a database of its own.
import { readFileSync } from 'node:fs'
import { configFromEnv, createProgramSso } from '@portico/program'
import { memoryAccounts, memoryStore } from '@portico/program/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { runCommand } from '../testing/command.ts'
import { useStage } from '../testing/stage.ts'
import { ask, signIn } from '../testing/visitor.ts'

const EXPRESS_4 = ['--import', new URL('../testing/express-4.mjs', import.meta.url).href]
const DECORATORS = ['--import', new URL('../testing/decorators.mjs', import.meta.url).href]
const linesOf = (file: string) =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')

const stage = useStage()

describe.each<[string, string, readonly string[]]>([
  ['Express 5', 'express.ts', []],
  ['Express 4', 'express.ts', EXPRESS_4],
  ['Fastify 5', 'fastify.ts', []],
  ['Hono', 'hono.ts', []],
  ['Nest', 'nest.ts', DECORATORS],
  ['node:http', 'node.ts', []],
])('the five-minute start with %s', (_name, file, nodeOptions) => {
  beforeEach(() => stage.run(file, nodeOptions))

  test('signs a citizen in, and lets nobody else through', async () => {
    const token = await signIn(stage.base, stage.as('ana@example.test'))
    const me = `${stage.base}/api/me`
    const { rows } = await stage.database.pool.query<{ name: string }>('select name from citizens')
    expect(rows).toHaveLength(1)
    expect(await ask(me, token)).toMatchObject({ status: 200, body: { hello: rows[0]?.name } })
    expect(await ask(me)).toMatchObject({ status: 401, body: { code: 'missing_token' } })
    const jwt = 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln'
    expect(await ask(me, jwt)).toMatchObject({ status: 401, body: { code: 'wrong_token_type' } })
    await ask(`${stage.base}/api/v1/sso/logout/`, token, {})
    expect(await ask(me, token)).toMatchObject({ status: 401, body: { code: 'session_revoked' } })
  })

  test('answers 503 during an outage, 200 after it, and 401 when the central session has ended', async () => {
    const ana = stage.identity.addCitizen({ email: 'ana@example.test' })
    const token = await signIn(stage.base, (url) => stage.identity.authorize(url, ana))
    const me = `${stage.base}/api/me`
    stage.identity.outage('500')
    expect((await ask(me, token)).status).toBe(200)
    await stage.letPass(30)
    const away = await ask(me, token)
    expect(away).toMatchObject({ status: 503, body: { code: 'identity_unavailable' } })
    expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0)
    stage.identity.outage('off')
    expect((await ask(me, token)).status).toBe(200)
    stage.identity.endCentralSession(ana.subject)
    await stage.letPass(30)
    expect(await ask(me, token)).toMatchObject({ status: 401, body: { code: 'session_ended' } })
  })
})

test.each(['express.ts', 'fastify.ts', 'hono.ts', 'node.ts'])(
  'a start with %s is at most 18 lines and six settings',
  (file) => {
    expect(linesOf('sso.ts').length + linesOf(file).length).toBeLessThanOrEqual(18)
    expect(linesOf('example.env')).toHaveLength(6)
  },
)

test('example.env has all required settings; only the printed values must be replaced', async () => {
  const settings = Object.fromEntries(linesOf('example.env').map((line) => line.split(/=(.*)/).slice(0, 2)))
  const keygen = await runCommand(['keygen'], {})
  const [name = '', key = ''] = keygen.stdout.trim().split(/=(.*)/)
  expect(Object.keys(settings)).toContain(name)
  const env = { ...settings, NODE_ENV: 'test', [name]: key }
  const rest = { store: memoryStore(), accounts: memoryAccounts() }
  expect(() => createProgramSso({ ...configFromEnv(env), ...rest })).not.toThrow()
  expect(() => createProgramSso({ ...configFromEnv({ ...env, ...settings }), ...rest })).toThrow(
    'encryptionKeys',
  )
})
