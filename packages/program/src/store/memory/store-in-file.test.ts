import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CENTRAL_TOKEN } from '../../../testing/central-tokens.ts'
import { testProgram } from '../../../testing/program.ts'
import { claimSample, handoffSample, openSession, sessionSample } from '../../testing/conformance-samples.ts'
import { type FakeClock, fakeClock, signInThrough, storeConformance } from '../../testing/index.ts'
import type { SsoStore } from '../index.ts'
import { embeddedStore } from './index.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-program-file-'))
  file = join(folder, 'store.json')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const open = (clock?: FakeClock) => embeddedStore({ file, ...(clock && { clock }) }) as SsoStore

describe('the embedded store in a file', () => {
  test.each(storeConformance(async () => embeddedStore({ file })))('$name', ({ run }) => run())

  test('a citizen is still signed in after a restart, tokens, link and all', async () => {
    const clock = fakeClock()
    const before = testProgram({ clock, store: open(clock) })
    const citizen = before.identity.addCitizen({ email: 'ana@example.test' })
    const signedIn = await signInThrough(before.sso, before.identity, citizen)
    await before.sso.close()
    const { createProgramSso } = await import('../../create.ts')
    const sso = createProgramSso({ ...before.config, store: open(clock) })
    await clock.advance(30_000)
    const headers = { authorization: `Bearer ${signedIn.accessToken}` }
    expect(await sso.authenticate({ headers })).toMatchObject({ status: 'ok', accountId: 'account-1' })
    expect(await sso.identityOf('account-1')).toMatchObject({ subject: citizen.subject, via: 'provisioned' })
  })

  test('holds no token, state or code in clear, and is for its owner alone', async () => {
    const program = testProgram({ store: open() })
    const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
    const { accessToken, refreshToken, urls } = await signInThrough(program.sso, program.identity, citizen)
    const text = await readFile(file, 'utf8')
    const state = new URL(urls[0] ?? '').searchParams.get('state') ?? ''
    const bytes = [...text.matchAll(/"\$bytes":"([\w-]+)"/g)].map(([, encoded = '']) =>
      Buffer.from(encoded, 'base64url').toString('latin1'),
    )
    expect(bytes.length).toBeGreaterThan(0)
    const stored = [text, ...bytes].join('\n')
    for (const plain of [accessToken.slice(4), refreshToken.slice(4), state, 'ana@example.test'])
      expect(stored).not.toContain(plain)
    expect(stored).not.toMatch(CENTRAL_TOKEN)
    expect((await stat(file)).mode & 0o077).toBe(0)
  })

  test('a session in a file of an earlier release says nothing about its sign-in', async () => {
    await openSession(open(), sessionSample(1))
    const text = await readFile(file, 'utf8')
    const earlier = text.replace(/"authenticatedAt":\{[^}]*\},"acr":"phr",?/, '')
    expect(earlier).not.toBe(text)
    await writeFile(file, earlier.replace(',}', '}'))
    expect(await open().findSession(sessionSample(1).id)).toMatchObject({ authenticatedAt: null, acr: null })
  })

  test('a session in a file of an earlier release says nothing about its device', async () => {
    await openSession(open(), sessionSample(1))
    const text = await readFile(file, 'utf8')
    const earlier = text.replace(/,"device":\{[^}]*\}/, '')
    expect(earlier).not.toBe(text)
    await writeFile(file, earlier)
    const unknown = { browser: null, system: null, ipAddress: null }
    expect(await open().findSession(sessionSample(1).id)).toMatchObject({ device: unknown, acr: 'phr' })
  })

  test('what was spent stays spent, and an interrupted exchange can be tried again', async () => {
    const store = open()
    await store.createHandoff(handoffSample())
    const failing = store.consumeHandoff(claimSample(), () =>
      Promise.reject(new Error('the table is locked')),
    )
    await expect(failing).rejects.toThrow('locked')
    const session = async () => ({ session: sessionSample(1), endOtherSessions: false })
    expect((await open().consumeHandoff(claimSample(), session)).kind).toBe('consumed')
    expect((await open().consumeHandoff(claimSample(), session)).kind).toBe('refused')
  })

  test('a transaction under way is not in the file, not even by half', async () => {
    const store = open()
    await store.createHandoff(handoffSample())
    const other = handoffSample({ codeHash: 'other' })
    const writes: Promise<void>[] = []
    await store.consumeHandoff(claimSample(), async ({ issuer, subject }, tx) => {
      const row = { issuer, subject, accountId: 'a1', via: 'provisioned' as const, linkedAt: new Date(0) }
      await store.insertIdentity(row, tx)
      writes.push(store.createHandoff(other))
      expect(await open().findIdentity(issuer, subject)).toBeNull()
      return { session: sessionSample(1), endOtherSessions: false }
    })
    await Promise.all(writes)
    expect(await open().findIdentityByAccount('a1')).not.toBeNull()
    expect(
      (await open().consumeHandoff(claimSample({ codeHash: 'other' }), async () => ({ conflict: true })))
        .kind,
    ).toBe('conflict')
  })

  test('forty steps at once are all in it', async () => {
    const store = open()
    await Promise.all(Array.from({ length: 40 }, (_, n) => openSession(store, sessionSample(n))))
    expect(await open().countActiveSessions(1e12)).toBe(40)
    expect(await readdir(folder)).toEqual(['store.json'])
  })

  test.each(['', '{', '[]', 'null', '{"form":"another"}', '{"form":"portico program store, form 1"}'])(
    'a file that holds %j is refused and left as it is',
    async (text) => {
      await writeFile(file, text)
      const store = open()
      await expect(store.findSession(sessionSample(1).id)).rejects.toThrow('is not a file of this store')
      await expect(store.createHandoff(handoffSample())).rejects.toThrow('is not a file of this store')
      expect(await readFile(file, 'utf8')).toBe(text)
    },
  )

  test('a folder that is not there is an error, not an empty store', async () => {
    const store = embeddedStore({ file: join(folder, 'missing', 'store.json') })
    await expect(store.createHandoff(handoffSample())).rejects.toThrow('ENOENT')
  })

  // proves: threat-kill-9
  test.each([3, 17, 40])(
    'everything acknowledged before a kill is there afterwards (at the %dth)',
    async (last) => {
      const fixture = fileURLToPath(new URL('./store-in-file.fixture.ts', import.meta.url))
      const child = spawn(process.execPath, [fixture, file], { stdio: ['ignore', 'pipe', 'inherit'] })
      const ended = new Promise((resolve) => child.once('exit', resolve))
      let acknowledged = 0
      for await (const line of createInterface({ input: child.stdout })) {
        acknowledged = Number(line)
        if (acknowledged === last) child.kill('SIGKILL')
      }
      await ended
      const store = open()
      for (let n = 1; n <= acknowledged; n += 1) {
        expect((await store.findSession(sessionSample(n).id))?.accountId).toBe(`a${n}`)
        expect((await store.findIdentityByAccount(`a${n}`))?.subject).toBe(`s${n}`)
        expect((await store.consumePending(`p${n}`, new Date(0), 'by-first')).kind).toBe('replayed')
        const again = claimSample({ codeHash: `c${n}`, now: new Date(0) })
        expect((await store.consumeHandoff(again, async () => ({ conflict: true }))).kind).toBe('refused')
      }
      expect(acknowledged).toBeGreaterThanOrEqual(last)
    },
  )
})

test('in production, the store with a file is refused, too', () => {
  expect(() => testProgram({ store: open(), env: 'production' })).toThrow('is only for development and tests')
})
