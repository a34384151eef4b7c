import { beforeEach, describe, expect, test } from 'vitest'
import { createProgramSso } from '../../packages/program/src/create.ts'
import { signInThrough } from '../../packages/program/src/testing/index.ts'
import {
  BASE,
  beginSignIn,
  openCallback,
  outcome,
  proof,
  type TestProgram,
  testProgram,
} from '../../packages/program/testing/program.ts'

/** A program in which Ana is signed in, and all her bearer values, by kind. */
interface Scene {
  readonly program: TestProgram
  readonly kinds: Readonly<Record<string, string>>
  /** The verifier of the unused handoff code. */
  readonly verifier: string
}

/** Signs Ana in, and records the requests to the identity service, which contain the central tokens. */
async function openScene(): Promise<Scene> {
  const program = testProgram()
  const heard: string[] = []
  const listening: typeof fetch = async (input, init) => {
    const answer = await program.identity.fetch(input, init)
    if (String(input).endsWith('/o/token/')) heard.push(String(init?.body), await answer.clone().text())
    return answer
  }
  const sso = createProgramSso({ ...program.config, fetch: listening })
  const ana = program.identity.addCitizen({ email: 'ana@example.test' })
  const local = await signInThrough(sso, program.identity, ana)
  const central = JSON.parse(heard[1] ?? '{}') as Record<string, string>
  const { url, verifier } = await beginSignIn(program)
  const callback = await program.identity.authorize(url, ana)
  const { searchParams } = new URL(callback)
  const { code } = await openCallback(program, callback)
  const library = testProgram()
  const theirs = await signInThrough(
    library.sso,
    library.identity,
    library.identity.addCitizen({ email: 'ana@example.test' }),
  )
  return {
    program,
    verifier,
    kinds: {
      'local access token': local.accessToken,
      'local refresh token': local.refreshToken,
      'handoff code': code ?? '',
      'central access token': central['access_token'] ?? '',
      'central refresh token': central['refresh_token'] ?? '',
      'ID token': central['id_token'] ?? '',
      'central code': new URLSearchParams(heard[0]).get('code') ?? '',
      'central code that was used since': searchParams.get('code') ?? '',
      state: searchParams.get('state') ?? '',
      verifier,
      'access token of another program': theirs.accessToken,
      'refresh token of another program': theirs.refreshToken,
      'client secret': program.identity.clientSecret,
    },
  }
}

let scene: Scene
beforeEach(async () => {
  scene = await openScene()
})

type Place = {
  readonly due: string
  readonly no: RegExp
  put(scene: Scene, value: string): Promise<Response>
}

const PLACES: Readonly<Record<string, Place>> = {
  'the bearer of a guarded request': {
    due: 'local access token',
    no: /^401 (?:missing_token|wrong_token_type|token_unknown)$/,
    put: ({ program }, bearer) => program.ask('GET', 'status/', { bearer }),
  },
  'the bearer of signing out': {
    due: 'local access token',
    no: /^(?:401 (?:missing_token|wrong_token_type|token_unknown)|20[04])$/,
    put: ({ program }, bearer) => program.ask('POST', 'logout/', { bearer, body: {} }),
  },
  'the bearer of a link': {
    due: 'local access token',
    no: /^40[01] /,
    put: async ({ program }, bearer) => {
      const { challenge } = await proof()
      const body = { return_uri: `${BASE}/signed-in`, code_challenge: challenge, link: true }
      return program.ask('POST', 'begin/', { bearer, body })
    },
  },
  refresh_token: {
    due: 'local refresh token',
    no: /^40[01] /,
    put: ({ program }, refresh_token) => program.ask('POST', 'refresh/', { body: { refresh_token } }),
  },
  'the code of an exchange': {
    due: 'handoff code',
    no: /^40[01] /,
    put: ({ program, verifier }, code) =>
      program.ask('POST', 'exchange/', { body: { code, code_verifier: verifier } }),
  },
}

test('all kinds are there and differ', () => {
  expect(Object.entries(scene.kinds).filter(([, value]) => value.length < 16)).toEqual([])
  expect(new Set(Object.values(scene.kinds)).size).toBe(Object.keys(scene.kinds).length)
})

// proves: threat-foreign-token-at-program
describe('at a program, what is due somewhere else opens nothing and ends nothing', () => {
  test.each(Object.entries(PLACES))('as %s', async (_place, { due, no, put }) => {
    const prefix = /^[a-z]+_/.exec(scene.kinds[due] ?? '')?.[0]
    expect(prefix).toBeDefined()
    for (const [kind, value] of Object.entries(scene.kinds)) {
      if (kind === due) continue
      // Unchanged, and with the prefix of the right kind.
      for (const text of [value, prefix + value.replace(/^[a-z]+_/, '')]) {
        const answer = await put(scene, text)
        expect(`${kind}: ${await outcome(answer)}`).toMatch(
          new RegExp(`^${kind}: (?:${no.source.slice(1, -1)})`),
        )
        expect(await answer.text()).not.toMatch(/access_token|authorization_url/)
      }
    }
    // Nothing was spent and nobody signed out.
    const { program, kinds, verifier } = scene
    const bearer = kinds['local access token'] ?? ''
    expect(await outcome(await program.ask('GET', 'status/', { bearer }))).toBe('200')
    const refreshed = { refresh_token: kinds['local refresh token'] }
    expect(await outcome(await program.ask('POST', 'refresh/', { body: refreshed }))).toBe('200')
    const handoff = { code: kinds['handoff code'], code_verifier: verifier }
    expect(await outcome(await program.ask('POST', 'exchange/', { body: handoff }))).toBe('200')
  })
})
