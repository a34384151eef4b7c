import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bundle } from '../testing/bundle.ts'

const DOOR = fileURLToPath(new URL('./index.ts', import.meta.url))

async function inPlainNode(script: string): Promise<unknown> {
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script])
  return JSON.parse(stdout)
}

test('the client is at most 5 kB, minified and gzipped', async () => {
  expect(gzipSync(await bundle()).length).toBeLessThanOrEqual(5_000)
})

test('importing reads no global variable beyond the language itself', async () => {
  const asked = new Set<string>()
  const globals = new Proxy(
    {},
    {
      has: (_target, name) => Boolean(asked.add(String(name))),
      get: (_target, name) => (name in language ? language[String(name)] : undefined),
    },
  )
  const language: Record<string, unknown> = { Error, Map }
  const code = (await bundle()).replace(/export\{.*\};?\s*$/, '')
  runInContext(`with (globals) { (function () { ${code} })() }`, createContext({ globals }))
  expect([...asked].filter((name) => !(name in language))).toEqual([])
})

test('importing in plain Node adds no global and says nothing', async () => {
  const added = await inPlainNode(`
    const before = Object.getOwnPropertyNames(globalThis)
    const door = await import(${JSON.stringify(DOOR)})
    const added = Object.getOwnPropertyNames(globalThis).filter((name) => !before.includes(name))
    console.log(JSON.stringify({ added, exports: Object.keys(door) }))`)
  expect(added).toEqual({ added: [], exports: ['createSsoClient'] })
})

test('on a server the client is inert, stays at "starting", and lets the process end', async () => {
  const seen = await inPlainNode(`
    const { createSsoClient } = await import(${JSON.stringify(DOOR)})
    const asked = []
    const sso = createSsoClient({
      programBaseUrl: 'https://permits.example',
      returnUri: 'https://permits.example/signed-in',
      fetch: async (url, init) => {
        asked.push([String(url), new Headers(init.headers).get('authorization')])
        return new Response('{}')
      },
    })
    let told = 0
    sso.subscribe(() => (told += 1))
    await sso.start()
    await sso.handleCallback('https://permits.example/signed-in?sso_code=ssoc_1')
    await sso.signIn()
    await sso.linkAccount({ bearer: 'old' })
    await sso.signOut()
    await sso.fetch('/api/notice')
    console.log(JSON.stringify({ state: sso.state, told, asked }))`)
  expect(seen).toEqual({
    state: { status: 'starting' },
    told: 0,
    asked: [['https://permits.example/api/notice', null]],
  })
})
