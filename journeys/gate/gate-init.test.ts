// Takes over 10 s: the simulator starts, and each case is a process of the command that loads the gate.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { startNode } from '../kit/child-process.ts'
import { GATE, useInitStage } from './init-stage.ts'

/** `portico-gate init` without a proxy, and the files that it writes for one. `gate-init-nginx.test.ts` starts a proxy. */

const { folder, simulator, init, greets } = useInitStage()

test('what it writes starts, and a citizen of the simulator sees the page with her name', () => greets(null))

test('a second run changes nothing: neither the key, nor a setting, nor a file of the proxy that was edited', async () => {
  const all = ['--folder', 'twice', '--identity', simulator().url, '--proxy', 'caddy']
  await init(...all)
  const file = join(folder(), 'twice', 'gate.Caddyfile')
  writeFileSync(file, '# mine\n')
  const before = readFileSync(join(folder(), 'twice', 'gate.env'), 'utf8')
  const second = await init(...all, '--listen', '127.0.0.1:4999')
  expect([second.code, second.text]).toEqual([0, expect.stringContaining('exists and was not changed')])
  expect(readFileSync(join(folder(), 'twice', 'gate.env'), 'utf8')).toBe(before)
  expect(readFileSync(file, 'utf8')).toBe('# mine\n')
})

test.each(['caddy', 'traefik', 'envoy', 'nginx'])(
  'the file for %s names this program alone',
  async (proxy) => {
    const program = 'https://parks.example.org'
    const places = ['--listen', '127.0.0.1:4999', '--back-end', '127.0.0.1:8999']
    await init(
      '--folder',
      `of-${proxy}`,
      '--identity',
      simulator().url,
      '--program',
      program,
      '--proxy',
      proxy,
      ...places,
    )
    const [name = ''] = readdirSync(join(folder(), `of-${proxy}`)).filter(
      (each) => each.startsWith('gate.') && each !== 'gate.env',
    )
    const text = readFileSync(join(folder(), `of-${proxy}`, name), 'utf8')
    expect(text).toContain('parks.example.org')
    expect(text).toContain('127.0.0.1:4999')
    expect(text).not.toMatch(/permits\.example\.org|127\.0\.0\.1:(4180|8000)/)
  },
)

test('without a registration it says what the operator does, ends with 1, and the gate does not start from it', async () => {
  const said = await init('--folder', 'unregistered', '--identity', 'https://id.example.org')
  expect([said.code, said.text]).toEqual([1, expect.stringContaining('portico client add')])
  const settings = join(folder(), 'unregistered', 'gate.env')
  expect(parseEnv(readFileSync(settings, 'utf8'))).not.toHaveProperty('SSO_CLIENT_SECRET')
  const run = startNode({ file: GATE, args: ['serve', '--settings', settings], environment: {} })
  expect(await run.ended).toMatchObject({ code: 1, output: expect.stringContaining('SSO_CLIENT_SECRET') })
})

test.each<[args: string[], sentence: string, code?: 1]>([
  [['--proxy', 'apache'], '--proxy is "apache"'],
  [['--program', 'https://a.example/path'], '--program is'],
  [['--program', 'permits'], '--program is'],
  [['--program', 'http://a.example;}'], '--program is'],
  [['--back-end', '127.0.0.1'], '--back-end is'],
  [['--listen', '127.0.0.1:70000'], '--listen is'],
  [['--listen', '127.0.0.1:80;return 200'], '--listen is'],
  [['--folder', "a'b\nc"], '--folder is'],
  [['--wrong'], "Unknown option '--wrong'"],
  [['more'], 'Unexpected argument'],
  [['--identity', 'http://localhost:9'], 'http://localhost:9 does not answer', 1],
])('%j is refused with one sentence, and nothing is written', async (args, sentence, code) => {
  const said = await init('--folder', 'refused', ...args)
  expect([said.code, said.text]).toEqual([code ?? 2, expect.stringContaining(sentence)])
  expect(said.text.trim().split('\n').slice(1)).toEqual(
    code === 1 ? [] : [expect.stringMatching(/^Usage: portico-gate init \[--folder NAME\]/)],
  )
  expect(existsSync(join(folder(), 'refused', 'gate.env'))).toBe(false)
})
