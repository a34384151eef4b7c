import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect } from 'vitest'
import { freePort } from '../../packages/identity/testing/free-port.ts'
import {
  addCitizen,
  addProgram,
  TEST_PASSWORD,
  type TestClient,
} from '../../packages/identity/testing/people.ts'
import { TestBrowser, type Visited } from '../../packages/identity/testing/test-browser.ts'
import { startTestService, type TestService } from '../../packages/identity/testing/test-service.ts'
import { ROOT } from '../deploy/tools.ts'
import { navigate } from '../gate/page-browser.ts'
import { type Run, startNode, stop, watch } from '../kit/child-process.ts'
import { until } from '../kit/until.ts'

/** The folder of the recipes. */
export const RECIPES = join(ROOT, 'docs/integrate/recipes')

/** Where `npm run recipes` puts what is not a package of npm. */
export const TOOLS = join(ROOT, '.runtime/recipes')

/** What is said of a test that is skipped. */
export const MISSING = 'not installed: npm run recipes'

/** Whether the packages of npm for the recipes are there. */
export function hasPackage(name: string): boolean {
  try {
    return existsSync(createRequire(join(RECIPES, 'package.json')).resolve(name))
  } catch {
    return false
  }
}

/** A program to start: a file for Node, or any other command. */
export type Program =
  | { readonly node: string }
  | { readonly command: string; readonly args?: readonly string[] }

/** A recipe that runs, and its citizen with a browser. */
export interface Running {
  readonly service: TestService
  readonly client: TestClient
  readonly base: string
  readonly subject: string
  /** The browser at the program. Its redirects inside of the program are followed. */
  readonly site: TestBrowser
  /** Opens a page. Where it leads to the identity service, the citizen signs in there. */
  enter(from?: Visited): Promise<Visited>
  open(path: string): Promise<Visited>
  /** What the page that introspects says. */
  check(): Promise<unknown>
  /** The citizen signs out at the identity service. */
  signOut(): Promise<void>
  output(): string
  close(): Promise<void>
}

export const NAME = 'Ana Pérez Núñez'

/** Starts the identity service and a recipe, which is told its settings as the pages say. */
export async function startRecipe(
  program: Program,
  {
    callback = '/callback',
    settings = {},
  }: { callback?: string; settings?: Readonly<Record<string, string>> } = {},
): Promise<Running> {
  const service = await startTestService()
  const citizen = await addCitizen(service, { fullName: NAME })
  const port = await freePort()
  const base = `http://localhost:${port}`
  const client = await addProgram(service, { redirectUris: [base + callback] })
  const own = { ISSUER: service.baseUrl, CLIENT_ID: client.clientId, CLIENT_SECRET: client.secret }
  const run = await launchRecipe(program, base, { ...own, ...settings })
  const site = new TestBrowser(base, undefined, navigate)
  const atIdentity = service.browser()
  const open = (path: string) => site.get(path)
  return {
    ...{ service, client, base, site, open, output: run.output, subject: citizen.subject },
    async enter(from) {
      const away = from ?? (await open('/'))
      const back = await signIn(atIdentity, away.location, citizen.email)
      return open(back)
    },
    check: async () =>
      JSON.parse((await site.get('/check', { headers: { accept: 'application/json' } })).body),
    async signOut() {
      await atIdentity.submit(await atIdentity.get('/account/'), {}, { button: 'Sign out' })
    },
    async close() {
      await stop(run)
      await service.close()
    },
  }
}

/** Starts a recipe at this address, and waits until it answers. */
export async function launchRecipe(
  program: Program,
  base: string,
  settings: Readonly<Record<string, string>>,
): Promise<Run> {
  const run = start(program, { BASE_URL: base, PORT: new URL(base).port, ...settings })
  const answers = async () => {
    if (run.child.exitCode !== null) throw new Error(`The recipe ended: ${run.output()}`)
    return (await fetch(base, { redirect: 'manual' }).catch(() => null)) ?? undefined
  }
  await until(() => `the recipe answers: ${run.output()}`, answers)
  return run
}

function start(program: Program, environment: Readonly<Record<string, string>>): Run {
  if ('node' in program) return startNode({ file: program.node, environment })
  const { PATH = '', HOME = '' } = process.env
  return watch(spawn(program.command, program.args ?? [], { env: { PATH, HOME, ...environment } }))
}

/** What a program must ask for, besides Basic, which the exchange of the code shows. */
export function expectFour(location: string | undefined): void {
  const asked = new URL(location ?? '').searchParams
  expect(asked.get('code_challenge_method')).toBe('S256')
  expect(asked.get('nonce')).toMatch(/./)
  expect(asked.get('state')).toMatch(/./)
  expect(asked.get('scope')?.split(' ')).toContain('offline_access')
}

/** A little longer than an access token is valid. */
export const EXPIRED_SECONDS = 901

/** Sign-in, refresh after the access token has expired, introspection, and the end of the central session. */
export async function seeAll(running: Running): Promise<void> {
  const begin = await running.open('/')
  expectFour(begin.location)
  expect((await running.enter(begin)).body).toBe(`Hello ${NAME}, your subject is ${running.subject}`)
  running.service.clock.advance(EXPIRED_SECONDS)
  expect(await running.check()).toEqual({ active: false })
  expect((await running.open('/refresh')).body).toBe('refreshed')
  expect(await running.check()).toEqual({ active: true })
  await running.signOut()
  expect(await running.check()).toEqual({ active: false })
}

/** The pages of the identity service, from the address of the program's redirect to the address of its callback. */
export async function signIn(
  browser: TestBrowser,
  begin: string | undefined,
  email: string,
): Promise<string> {
  if (begin === undefined) throw new Error('The program did not lead to the identity service')
  let page = await browser.get(begin)
  if (page.html.querySelector('input[type=password]'))
    page = await browser.submit(page, { email, password: TEST_PASSWORD })
  if (page.location === undefined) page = await browser.submit(page, {}, { button: 'Continue' })
  if (page.location === undefined) throw new Error(`No callback: ${page.html.text.slice(0, 300)}`)
  return page.location
}
