import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { configFromEnv } from '../../program/src/config.ts'
import { problemsOfEnvironment } from '../../program/src/config-problems.ts'
import { readEnvFile } from './env-file.ts'
import { initProgram } from './init-program.ts'
import type { InitNeeds, Step, StepResult } from './needs.ts'

const IDENTITY = 'https://id.example.test'
const COMMAND = { file: '/node', args: ['/portico-program.mjs'] }
const KEY = `k20261125-0123:${Buffer.alloc(32, 7).toString('base64url')}`
const CLIENT = { client_id: 'permits-7', client_secret: 'portico_secret_1' }

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'portico-init-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

interface Stage {
  readonly said: string[]
  readonly steps: Step[]
  readonly asked: string[]
  run(...args: string[]): Promise<0 | 1>
}

interface Outside {
  readonly answers?: readonly string[]
  readonly results?: Readonly<Record<string, Partial<StepResult>>>
  readonly environment?: Readonly<Record<string, string>>
  readonly discovery?: typeof fetch
}

const discovered = async () => Response.json({ issuer: IDENTITY })

/** `init` in the folder, with a person who gives these answers, and commands that end like this. */
function stage(outside: Outside = {}): Stage {
  const { answers, results = {}, environment = {}, discovery = discovered } = outside
  const said: string[] = []
  const steps: Step[] = []
  const asked: string[] = []
  const waiting = [...(answers ?? [])]
  const needs: InitNeeds = {
    ...{ folder, environment },
    say: (line) => void said.push(line),
    ask: answers
      ? async (question) => {
          asked.push(question)
          return waiting.shift() ?? ''
        }
      : null,
    fetch: discovery,
    async run(step) {
      steps.push(step)
      const found = Object.entries(results).find(([word]) => [step.file, ...step.args].includes(word))
      const stdout = step.args.includes('keygen') ? `SSO_ENCRYPTION_KEYS=${KEY}\n` : ''
      return { exitCode: 0, stdout, ...found?.[1] }
    },
  }
  return { said, steps, asked, run: (...args) => initProgram(needs, args, () => COMMAND) }
}

const FILES = ['.env', '.gitignore', 'first-page.js', 'package.json', 'server.js', 'sso.js']
const REGISTERED = { SSO_CLIENT_ID: 'permits', SSO_CLIENT_SECRET: 'a secret' }
const AT = ['--identity', IDENTITY, '--database', 'postgres://localhost/permits']
const text = (name: string) => readFileSync(join(folder, name), 'utf8')
const manifest = () => JSON.parse(text('package.json')) as Record<string, Record<string, string>>
const have = (value: unknown) => writeFileSync(join(folder, 'package.json'), JSON.stringify(value))
const settings = () =>
  Object.fromEntries(
    text('.env')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [line.split(/=(.*)/).slice(0, 2)])),
  ) as Record<string, string>

describe('an empty folder', () => {
  test('gets a package.json, the lines, the settings and a script, and ends with migrate and doctor', async () => {
    const { run, said, steps } = stage({ environment: REGISTERED })
    expect(await run(...AT)).toBe(0)
    expect(said.at(-1)).toContain('open http://localhost:3000/ in a browser')
    expect(readdirSync(folder).sort()).toEqual(FILES)
    expect(manifest()['scripts']).toEqual({ dev: 'node --env-file=.env server.js' })
    expect(problemsOfEnvironment(configFromEnv(settings()))).toEqual([])
    expect(steps.map(({ file, args }) => [file, ...args])).toEqual([
      ['npm', 'install', '@portico/program', 'pg'],
      ['/node', '/portico-program.mjs', 'keygen'],
      ['/node', '/portico-program.mjs', 'migrate'],
      ['/node', '/portico-program.mjs', 'doctor'],
    ])
    expect(settings()['SSO_ENCRYPTION_KEYS']).toBe(KEY)
    expect(steps[3]?.environment).toMatchObject({ SSO_CLIENT_SECRET: 'a secret' })
  })

  test('keeps the secret from other users and out of git, and shows it nowhere', async () => {
    const { run, said, steps } = stage({ environment: REGISTERED })
    await run(...AT)
    expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600)
    expect(text('.gitignore').split('\n')).toContain('.env')
    expect(said.join('\n')).not.toContain('a secret')
    expect(steps.flatMap(({ args }) => args)).not.toContain('a secret')
  })

  test('gets a PostgreSQL for development if no database is named', async () => {
    have({ name: 'permits', type: 'module', devDependencies: { '@portico/embedded-postgres': '*' } })
    const { run, steps } = stage({ environment: REGISTERED })
    // It is not in this folder's node_modules, so the last step cannot find it.
    await expect(run('--identity', IDENTITY)).rejects.toThrow(
      'npm install --save-dev @portico/embedded-postgres',
    )
    expect(manifest()['scripts']?.['dev']).toBe(
      'portico-postgres .portico/database -- node --env-file=.env server.js',
    )
    expect(settings()).not.toHaveProperty('DATABASE_URL')
    expect(steps.map(({ args }) => args)).toEqual([
      ['install', '@portico/program', 'pg'],
      ['/portico-program.mjs', 'keygen'],
    ])
  })

  test('gets a file of SQLite without any driver', async () => {
    const { run, steps } = stage({ environment: REGISTERED })
    expect(await run('--identity', IDENTITY, '--database', 'sqlite:permits.db')).toBe(0)
    expect(text('sso.js')).toContain("from '@portico/program/sqlite'")
    expect(steps[0]?.args).toEqual(['install', '@portico/program'])
  })
})

describe.each([
  ['mysql', 'mysql://localhost/permits', ['mysql2'], 'mysqlStore(pool)'],
  ['mariadb', 'mariadb://localhost/permits', ['mysql2'], 'mysqlStore(pool)'],
  ['postgres', 'postgres://localhost/permits', ['pg'], 'postgresStore(pool)'],
  ['sqlite', 'sqlite:permits.db', [], 'sqliteStore(database)'],
])('with %s', (_name, address, drivers, line) => {
  const at = ['--identity', IDENTITY, '--database', address]

  test('each framework that listens by itself gets the store', async () => {
    for (const framework of ['nest', 'express', 'fastify', 'hono', 'node']) {
      for (const name of readdirSync(folder)) rmSync(join(folder, name))
      const { run, steps } = stage({ environment: REGISTERED })
      expect(await run(...at, '--framework', framework)).toBe(0)
      expect(text('sso.js')).toContain(line)
      expect(steps[0]?.args).toEqual(expect.arrayContaining(drivers))
      expect(manifest()['scripts']).toEqual({ dev: 'node --env-file=.env server.js' })
      expect(settings()['DATABASE_URL']).toBe(address)
    }
  })

  test.each(['', 'src/'])('Next.js gets its routes below %j', async (sources) => {
    have({ name: 'permits', dependencies: { next: '16', react: '19', 'react-dom': '19' } })
    if (sources) mkdirSync(join(folder, 'src/app'), { recursive: true })
    const { run, steps } = stage({ environment: REGISTERED })
    expect(await run(...at)).toBe(0)
    expect(steps[0]?.args).toEqual(['install', '@portico/program', ...drivers])
    expect(text(`${sources}lib/sso.js`)).toContain(line)
    expect(text(`${sources}app/api/v1/sso/[...path]/route.js`)).toContain("'../../../../../lib/sso'")
    expect(text(`${sources}app/api/me/route.js`)).toContain("'../../../lib/sso'")
    expect(text('next.config.mjs')).toContain('skipTrailingSlashRedirect')
    expect(manifest()['scripts']).toEqual({ dev: 'next dev' })
  })
})

test.each([
  ['export default { cacheComponents: true }', true],
  ['export default {\n  // cacheComponents: true,\n}', false],
  ['export default { cacheComponents: false }', false],
])(
  'Next.js keeps the settings %j, is told the line that it needs, and gets a page for them',
  async (config, has) => {
    have({ name: 'permits', dependencies: { next: '16' } })
    writeFileSync(join(folder, 'next.config.ts'), config)
    const { run, said } = stage({ environment: REGISTERED })
    expect(await run(...AT)).toBe(0)
    expect([text('next.config.ts'), readdirSync(folder).includes('next.config.mjs')]).toEqual([config, false])
    expect(said.join('\n')).toContain('next.config.ts exists and was not changed')
    expect(said.join('\n')).toContain('skipTrailingSlashRedirect: true')
    expect(text('app/me/page.js').includes('export const instant = false')).toBe(has)
    expect(said.at(-1)).toContain('open http://localhost:3000/me in a browser')
  },
)

test('Next.js gets its port in the script, because it does not read PORT from a file', async () => {
  have({ name: 'permits', dependencies: { next: '16' } })
  const { run } = stage({ environment: REGISTERED })
  expect(await run(...AT, '--program', 'http://localhost:3300')).toBe(0)
  expect(manifest()['scripts']).toEqual({ dev: 'next dev --port 3300' })
})

describe('a program that exists', () => {
  test('with a script "dev" keeps it, and gets one of its own, which is named at the end', async () => {
    have({ name: 'permits', type: 'module', scripts: { dev: 'next dev' }, dependencies: { next: '16' } })
    const { run, said } = stage({ environment: REGISTERED })
    const at = [...AT, '--program', 'http://localhost:3300']
    expect([await run(...at), await run(...at)]).toEqual([0, 0])
    expect(manifest()['scripts']).toEqual({ dev: 'next dev', 'dev:portico': 'next dev --port 3300' })
    expect(said.at(-1)).toContain('npm run dev:portico')
  })

  test.each([
    ['express', ['install', '@portico/program', 'pg'], "from '@portico/program/express'"],
    ['fastify', ['install', '@portico/program', 'pg'], "from '@portico/program/fastify'"],
    ['hono', ['install', '@portico/program', '@hono/node-server', 'pg'], "from '@portico/program/hono'"],
    [
      '@nestjs/core',
      [
        'install',
        '@portico/program',
        '@nestjs/common',
        '@nestjs/platform-express',
        'reflect-metadata',
        'rxjs',
        'pg',
      ],
      "from '@portico/program/nest'",
    ],
  ])('with %s gets lines for it', async (name, install, line) => {
    have({ name: 'permits', dependencies: { [name]: '*' } })
    const { run, steps } = stage({ environment: REGISTERED })
    await run(...AT)
    expect(steps[0]?.args).toEqual(install)
    expect(text('server.mjs')).toContain(line)
    expect(text('server.mjs').match(/'\..*'/g)).toEqual(["'./first-page.mjs'", "'./sso.mjs'"])
  })

  test('keeps its files, its script and its settings', async () => {
    const before = { name: 'permits', type: 'module', scripts: { dev: 'mine' }, dependencies: { pg: '8' } }
    have(before)
    writeFileSync(join(folder, 'server.js'), 'mine')
    writeFileSync(join(folder, '.env'), 'SSO_CLIENT_SECRET=mine\nSSO_CLIENT_ID=mine\nOTHER=1')
    const { run, said } = stage()
    expect(await run(...AT)).toBe(0)
    expect([text('server.js'), manifest()['scripts']?.['dev']]).toEqual(['mine', 'mine'])
    expect(settings()).toMatchObject({ SSO_CLIENT_SECRET: 'mine', SSO_CLIENT_ID: 'mine', OTHER: '1' })
    expect(said.join('\n')).toContain('server.js exists and was not changed')
  })

  test('a second run changes nothing', async () => {
    const first = stage({ environment: REGISTERED })
    await first.run(...AT)
    const before = FILES.map(text)
    await stage().run(...AT)
    expect(FILES.map(text)).toEqual(before)
  })

  test('a second run does not print the lines that the first one has written', async () => {
    await stage().run(...AT)
    writeFileSync(join(folder, 'server.js'), 'mine')
    const second = stage({ environment: REGISTERED })
    await second.run(...AT)
    expect(second.said).toContain('sso.js has the lines already.')
    expect(second.said.filter((line) => line.includes('createProgramSso'))).toEqual([])
    expect(second.said.join('\n')).toContain(
      'server.js exists and was not changed. These are the lines for it:\n\nimport',
    )
  })
})

describe('the registration', () => {
  test("is made with the operator's command, and the program's name is one argument", async () => {
    const { run, steps } = stage({ results: { add: { stdout: JSON.stringify(CLIENT) } } })
    expect(await run(...AT, '--portico', 'npx portico', '--name', "Permits; rm -rf '$HOME'")).toBe(0)
    expect(steps.find(({ args }) => args.includes('add'))).toEqual({
      file: 'npx',
      args: [
        ...['portico', 'client', 'add', "Permits; rm -rf '$HOME'"],
        ...['--redirect-uri', 'http://localhost:3000/api/v1/sso/callback/'],
        ...['--reason', 'npm create @portico/program', '--json'],
      ],
    })
    expect(settings()).toMatchObject({
      SSO_CLIENT_ID: CLIENT.client_id,
      SSO_CLIENT_SECRET: CLIENT.client_secret,
    })
  })

  test('is the one of a simulator on this machine, and no other service is asked for one', async () => {
    const asked: string[] = []
    const discovery = async (...[input]: Parameters<typeof fetch>) => {
      asked.push(String(input))
      return Response.json(asked.length === 1 ? { issuer: 'http://localhost:4000' } : CLIENT)
    }
    const at = ['--identity', 'http://localhost:4000', '--database', 'sqlite:permits.db']
    expect(await stage({ discovery }).run(...at)).toBe(0)
    expect(settings()['SSO_CLIENT_ID']).toBe(CLIENT.client_id)
    rmSync(join(folder, '.env'))
    const elsewhere = ['--identity', 'http://localhost.evil.example', '--database', 'sqlite:permits.db']
    expect(
      await stage({ discovery: async () => Response.json({ issuer: 'x', ...CLIENT }) }).run(...elsewhere),
    ).toBe(1)
    expect(asked.at(-1)).toBe('http://localhost:4000/dev/state')
    expect(settings()).not.toHaveProperty('SSO_CLIENT_ID')
  })

  test.each(['client_id', 'client_secret'])(
    'is refused where %s would be several lines of .env: another program may have the port of the simulator',
    async (member) => {
      const client = { ...CLIENT, [member]: 'x\nNODE_OPTIONS=--import=data:text/javascript,0' }
      const discovery = async () => Response.json({ issuer: 'http://localhost:4000', ...client })
      const { run, steps } = stage({ discovery })
      await expect(
        run('--identity', 'http://localhost:4000', '--database', 'sqlite:permits.db'),
      ).rejects.toThrow('.env')
      expect(steps.map(({ environment }) => environment)).toEqual([undefined, undefined])
      expect(readdirSync(folder)).not.toContain('.env')
    },
  )

  test.each(['a#b', 'a b', ' a', 'it"s', "it's", '$HOME', 'a\\nb'])(
    'with the secret %j is read by Node as it is',
    async (secret) => {
      const { run } = stage({ environment: { ...REGISTERED, SSO_CLIENT_SECRET: secret } })
      expect(await run(...AT)).toBe(0)
      expect(parseEnv(text('.env'))['SSO_CLIENT_SECRET']).toBe(secret)
      expect(readEnvFile(folder)['SSO_CLIENT_SECRET']).toBe(secret)
    },
  )

  test('is not disturbed by an issuer that a terminal would obey', async () => {
    const discovery = async () => Response.json({ issuer: 'https://\u001b[2Jevil.example\u009b1m\r\n' })
    const { run, said } = stage({ environment: REGISTERED, discovery })
    expect(await run(...AT)).toBe(0)
    expect(said.join('')).toContain('The service names itself https://[2Jevil.example1m.')
  })

  test('is in .env only once git is told to leave that file out', async () => {
    mkdirSync(join(folder, '.gitignore'))
    await expect(stage({ environment: REGISTERED }).run(...AT)).rejects.toThrow()
    expect(readdirSync(folder)).not.toContain('.env')
  })

  test.each([
    ['fails', { exitCode: 1 }],
    ['prints no JSON', { stdout: 'done' }],
    ['prints no client', { stdout: '{"client_id":7}' }],
  ])("stops where the operator's command %s", async (_case, result) => {
    const { run } = stage({ results: { add: result } })
    await expect(run(...AT, '--portico', 'npx portico')).rejects.toThrow('did not register the program')
  })

  test('is asked for, the secret without being shown', async () => {
    const { run, asked, said } = stage({ answers: ['permits-7', 'portico_secret_1'] })
    expect(await run(...AT, '--name', "Ana's permits")).toBe(0)
    expect(asked).toEqual(['Client id', 'Client secret (it is not shown)'])
    expect(said.join('\n')).toContain(
      `npx portico client add 'Ana'\\''s permits' --redirect-uri http://localhost:3000/api/v1/sso/callback/`,
    )
    expect(settings()['SSO_CLIENT_SECRET']).toBe('portico_secret_1')
  })

  test('that is missing where nobody can be asked: everything else is written, and the next run goes on', async () => {
    const { run, said, steps } = stage()
    expect(await run(...AT)).toBe(1)
    expect(said.join('\n')).toContain('Then put both into .env')
    expect(settings()).not.toHaveProperty('SSO_CLIENT_ID')
    expect(steps.flatMap(({ args }) => args)).not.toContain('doctor')
    expect(await stage({ environment: REGISTERED }).run(...AT)).toBe(0)
  })
})

describe('what stops init with a sentence, before it writes anything', () => {
  test.each([
    ['no identity service', ['--yes'], 'The address of the identity service is missing'],
    ['an address without a scheme', ['--identity', 'id.example.test'], '--identity is "id.example.test"'],
    [
      'an unknown framework',
      [...AT, '--framework', 'koa'],
      'must be one of: next, nest, express, fastify, hono, node',
    ],
    ['an unknown option', [...AT, '--secret', 'x'], '--portico COMMAND'],
    [
      'another database',
      ['--identity', IDENTITY, '--database', 'oracle://u:hunter2@h/d'],
      'oracle://u:...@h/d',
    ],
  ])('%s', async (_case, args, sentence) => {
    const { run } = stage()
    await expect(run(...args)).rejects.toThrow(sentence)
    expect(readdirSync(folder)).toEqual([])
  })

  test.each([
    ['does not answer', () => Promise.reject(new Error('refused'))],
    ['answers 404', async () => new Response('{"issuer":"x"}', { status: 404 })],
    ['answers a page', async () => new Response('<html>')],
  ])('an identity service that %s', async (_case, discovery) => {
    const { run } = stage({ discovery })
    await expect(run(...AT)).rejects.toThrow('does not answer with a discovery document')
    expect(readdirSync(folder)).toEqual([])
  })

  test('a package.json that is broken', async () => {
    writeFileSync(join(folder, 'package.json'), '{')
    const { run } = stage()
    await expect(run(...AT)).rejects.toThrow('is not a JSON object')
    expect(text('package.json')).toBe('{')
  })
})

test.each([{ exitCode: 1 }, { stdout: 'done' }])(
  'a command that makes no key (%j) stops init',
  async (result) => {
    const { run } = stage({ environment: REGISTERED, results: { keygen: result } })
    await expect(run(...AT)).rejects.toThrow('made no key')
    expect(readdirSync(folder)).not.toContain('.env')
  },
)

test('a doctor that finds a problem is the exit code', async () => {
  const { run, said } = stage({ environment: REGISTERED, results: { doctor: { exitCode: 1 } } })
  expect(await run(...AT)).toBe(1)
  expect(said.at(-1)).toContain('found a problem')
})
