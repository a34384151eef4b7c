import { type ArgumentsHost, Catch, type ExceptionFilter, type HttpException } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { afterEach, describe, expect, test } from 'vitest'
import { cookieBrowser } from '../../testing/cookie-browser.ts'
import { type NestPlatform, startNest } from '../../testing/nest-apps.ts'
import { BASE, proof, type TestProgram, testProgram } from '../../testing/program.ts'
import { sendTo } from '../../testing/send-to.ts'
import { signInThrough } from '../testing/index.ts'
import { CitizenGuard, PROGRAM_SSO, SsoModule } from './nest.ts'

let close: (() => Promise<void>) | undefined
afterEach(async () => {
  await close?.()
  close = undefined
})

describe.each<NestPlatform>(['express', 'fastify'])('Nest on %s', (platform) => {
  const start = async (program: TestProgram, choices: Partial<Parameters<typeof startNest>[1]> = {}) => {
    const served = await startNest(program.sso, { platform, ...choices })
    close = served.close
    return served.base
  }
  const tokenOf = async ({ sso, identity }: TestProgram, options: { link?: string } = {}) => {
    const citizen = identity.addCitizen({ email: 'ana@example.test' })
    return (await signInThrough(sso, identity, citizen, options)).accessToken
  }
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

  test('a filter of the program for every exception gets the status and the headers of a refusal', async () => {
    @Catch()
    class EveryException implements ExceptionFilter<HttpException> {
      catch(exception: HttpException, host: ArgumentsHost): void {
        const response = host.switchToHttp().getResponse<{
          status(code: number): { send(body: unknown): void }
        }>()
        response.status(exception.getStatus()).send({ own: true })
      }
    }
    const program = testProgram({ cookies: {} })
    const base = await start(program, { prepare: (app) => app.useGlobalFilters(new EveryException()) })
    const api = await fetch(`${base}/me`)
    expect([api.status, api.headers.get('www-authenticate'), await api.json()]).toEqual([
      401,
      'Bearer',
      { own: true },
    ])
    const page = await cookieBrowser(sendTo(base)).open('/permits?year=2026')
    expect([page.status, page.headers.get('location')]).toEqual([
      303,
      `${BASE}/api/v1/sso/login?return_to=%2Fpermits%3Fyear%3D2026`,
    ])
  })

  test('an outage is 503 with Retry-After, and as a page it is the page of an outage', async () => {
    const program = testProgram()
    const base = await start(program)
    const token = await tokenOf(program)
    program.identity.outage('500')
    await program.clock.advance(30_000)
    const answered = await fetch(`${base}/me`, bearer(token))
    expect([answered.status, answered.headers.has('retry-after')]).toEqual([503, true])
    expect(await answered.json()).toMatchObject({ code: 'identity_unavailable' })
  })

  test('a guard for every route refuses no endpoint, and nothing is read of a body of ours by Nest', async () => {
    const program = testProgram()
    const guarded = (app: Awaited<ReturnType<typeof NestFactory.create>>) =>
      app.useGlobalGuards({ canActivate: () => false })
    const base = await start(program, { prepare: guarded })
    expect((await fetch(`${base}/api/v1/sso/config/`)).status).toBe(200)
    expect((await fetch(`${base}/open`)).status).toBe(403)
    const { challenge } = await proof()
    const begin = async (more: string) => {
      const body = `{"return_uri":"${BASE}/signed-in","code_challenge":"${challenge}"${more}}`
      const headers = { 'content-type': 'application/json' }
      return (await fetch(`${base}/api/v1/sso/begin/`, { method: 'POST', headers, body })).status
    }
    // A parser would leave one of two fields of the same name.
    expect([await begin(''), await begin(`,"code_challenge":"${challenge}"`)]).toEqual([200, 400])
  })

  test('the old guard lets unlinked accounts through, and linked ones not', async () => {
    const program = testProgram({
      legacy: {
        authenticate: async () => ({ accountId: 'old-1', sessionRef: 'r' }),
        closeLegacyAccess: async () => undefined,
      },
    })
    program.accounts.all.set('old-1', { id: 'old-1', name: 'Old Ana', email: 'a@example.test' })
    const base = await start(program, {
      fallback: async (request) =>
        request.headers.authorization === 'Bearer old-token' ? { accountId: 'old-1' } : null,
    })
    const me = async (token: string) => (await fetch(`${base}/me`, bearer(token))).status
    expect([await me('old-token'), await me('another-token')]).toEqual([200, 401])
    const token = await tokenOf(program, { link: 'old-token' })
    expect([await me('old-token'), await me(token)]).toEqual([401, 200])
  })

  test('@Citizen() without a guard is an error, also for a citizen', async () => {
    const program = testProgram()
    const base = await start(program)
    expect((await fetch(`${base}/unguarded`, bearer(await tokenOf(program)))).status).toBe(500)
  })
})

test('a program may be made from other providers, and is injected where it is asked for', async () => {
  const { sso } = testProgram()
  const module = SsoModule.forRootAsync({
    inject: ['settings'],
    imports: [
      {
        module: class Settings {},
        providers: [{ provide: 'settings', useValue: sso }],
        exports: ['settings'],
      },
    ],
    useFactory: async (settings: typeof sso) => settings,
  })
  const app = await NestFactory.createApplicationContext(
    { module: class Program {}, imports: [module] },
    { logger: false, abortOnError: false },
  )
  expect(app.get(PROGRAM_SSO)).toBe(sso)
  await app.close()
})

test('a guard says that it works for HTTP only', async () => {
  const { sso } = testProgram()
  const guard = new CitizenGuard(sso, {}, { httpAdapter: undefined } as never)
  const context = { getType: () => 'rpc' }
  await expect(guard.canActivate(context as never)).rejects.toThrow('works for HTTP, and this is rpc')
})
