import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn, type TestClient } from '../../testing/people.ts'
import { enterProgram, newAttempt, obtainCode } from '../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { type HotStatements, openHotStatements } from '../access/index.ts'
import { createClientAuthenticator, updateClient } from '../clients/index.ts'
import { trustedProxies } from '../platform/http/client-address.ts'
import { cookieJar } from '../platform/http/cookies.ts'
import { inject } from '../platform/http/inject.fixture.ts'
import { empty } from '../platform/http/reply.ts'
import { createServer, type HttpServer } from '../platform/http/server.ts'
import { openSigner } from '../signing-keys/index.ts'
import { introspectionRoutes } from './introspect/index.ts'
import { tokenRoutes } from './token/index.ts'

let service: TestService
let program: TestClient
/** Changes of the client that are still to come, each right before a statement that relies on it. */
let changesToCome = 0
let statements = 0
let server: HttpServer

beforeAll(async () => {
  service = await startTestService()
  const { foundation } = service
  const real = openHotStatements({ ...foundation, databaseDeadlineMilliseconds: 20_000 })
  const changing = <Key extends keyof HotStatements>(name: Key) =>
    (async (request: never) => {
      statements += 1
      if (changesToCome > 0) {
        changesToCome -= 1
        await updateClient(foundation, program.clientId, { name: `Permits ${changesToCome}` })
      }
      return real[name](request)
    }) as unknown as HotStatements[Key]
  const needs = {
    ...foundation,
    clients: createClientAuthenticator(foundation),
    limits: service.service.limits,
    signer: await openSigner(foundation),
    baseUrl: service.baseUrl,
    access: {
      introspectToken: changing('introspectToken'),
      redeemCode: changing('redeemCode'),
      rotateRefreshToken: changing('rotateRefreshToken'),
    },
  }
  server = createServer({
    ...foundation,
    routes: [...introspectionRoutes(needs), ...tokenRoutes(needs)],
    cookies: cookieJar(service.baseUrl),
    trustedProxies: trustedProxies(['127.0.0.1']),
    https: false,
    problemReplies: { page: () => empty(500), oauth: () => empty(500) },
    onAnswer: () => undefined,
  })
})
afterAll(async () => {
  await server.close()
  await service.close()
})
beforeEach(async () => {
  program = await addProgram(service)
  statements = 0
})

function post(url: string, fields: Readonly<Record<string, string>>) {
  const headers = {
    authorization: program.basic,
    'content-type': 'application/x-www-form-urlencoded',
  }
  return inject(server, { method: 'POST', url, payload: new URLSearchParams(fields).toString(), headers })
}

interface Question {
  readonly path: string
  /** The form, for a citizen who has entered the program. */
  fields(): Promise<Readonly<Record<string, string>>>
  /** What its answer has where it is a success. */
  readonly told: object
}

const QUESTIONS: Readonly<Record<string, Question>> = {
  introspection: {
    path: '/api/integrations/introspect/',
    fields: async () => ({ token: (await entered()).access_token }),
    told: { active: true },
  },
  'a code exchange': {
    path: '/o/token/',
    fields: async () => {
      const browser = service.browser()
      await signIn(browser, await addCitizen(service))
      const attempt = newAttempt(program)
      return {
        grant_type: 'authorization_code',
        code: await obtainCode(browser, attempt),
        redirect_uri: program.redirectUri,
        code_verifier: attempt.verifier,
      }
    },
    told: { token_type: 'Bearer' },
  },
  'a refresh': {
    path: '/o/token/',
    fields: async () => ({ grant_type: 'refresh_token', refresh_token: (await entered()).refresh_token }),
    told: { token_type: 'Bearer' },
  },
}

async function entered() {
  return (await enterProgram(service, program, await addCitizen(service))).tokens
}

/** The client is remembered from now on. */
async function remember(): Promise<void> {
  changesToCome = 0
  await post('/api/integrations/introspect/', { token: 'none' })
  statements = 0
}

describe.each(Object.entries(QUESTIONS))(
  'a client that changes during %s',
  (_name, { path, fields, told }) => {
    test('is proven again and answered by what is true now', async () => {
      const form = await fields()
      await remember()
      changesToCome = 1
      const answer = await post(path, form)
      expect([answer.statusCode, answer.json()]).toEqual([200, expect.objectContaining(told)])
      expect(statements).toBe(2)
    })

    test('is refused where it goes on changing, after a second try', async () => {
      const form = await fields()
      await remember()
      changesToCome = 100
      const answer = await post(path, form)
      expect([answer.statusCode, answer.json().error]).toEqual([401, 'invalid_client'])
      expect(statements).toBe(2)
    })
  },
)
