import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../packages/identity/testing/free-port.ts'
import { createBrowser } from '../../packages/program/testing/browser.ts'
import {
  type IdentityService,
  startIdentityService,
} from '../../packages/program/testing/identity-service.ts'
import { enrol, enter } from '../../packages/program/testing/real-program.ts'
import { type Run, startNode, watch } from '../kit/child-process.ts'
import { deriveText } from '../kit/derive-text.ts'
import { openFolder } from '../kit/folder.ts'
import { until } from '../kit/until.ts'
import { openPageBrowser } from './page-browser.ts'

const GATE = fileURLToPath(new URL('../../packages/gate/src/main.ts', import.meta.url))

/** The citizen of the identity service. */
export const CITIZEN = { email: 'ana@example.test', password: 'purple lantern under seven bridges' }

/** A program that is not written for Node, as a test starts it. */
export interface Started {
  readonly ports: { readonly site: number; readonly gate: number; readonly backEnd: number }
  /** The public address. */
  readonly base: string
  readonly folder: string
  readonly hooksSecret: string
  readonly service: IdentityService
  /** Starts a program of the site, and waits until `url` answers anything. It is ended with the stage. */
  run(program: string, args: readonly string[], options: RunOptions): Promise<Run>
  /** Starts the gate with these settings, besides those that every gate needs. */
  runGate(settings: Readonly<Record<string, string>>): Promise<Run>
  close(): Promise<void>
}

/** How a program is started. */
export interface RunOptions {
  readonly url: string
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Starts the real identity service, registers the program and a citizen there, and chooses ports. */
export async function startStage(): Promise<Started> {
  const service = await startIdentityService()
  const folder = openFolder()
  const ports = { site: await freePort(), gate: await freePort(), backEnd: await freePort() }
  const base = `http://localhost:${ports.site}`
  const callback = `${base}/api/v1/sso/callback/`
  const words = ['client', 'add', 'Permits', '--redirect-uri', callback, '--reason', 'a test', '--json']
  const added = await service.command(...words)
  const client = JSON.parse(added) as { client_id: string; client_secret: string }
  const runs: Run[] = []
  const keep = async (run: Run, name: string, url: string) => {
    runs.push(run)
    await untilAnswers(run, name, url)
    return run
  }
  return {
    ...{ ports, base, folder, service, hooksSecret: `whsec_${randomBytes(32).toString('base64')}` },
    async run(program, args, options) {
      const run = await runProgram(program, args, { cwd: folder, ...options })
      runs.push(run)
      return run
    },
    async runGate(settings) {
      const environment = {
        SSO_IDENTITY_URL: service.baseUrl,
        SSO_CLIENT_ID: client.client_id,
        SSO_CLIENT_SECRET: client.client_secret,
        SSO_PROGRAM_URL: base,
        SSO_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 5).toString('base64')}`,
        DATABASE_URL: `sqlite:${join(folder, 'gate.db')}`,
        GATE_LISTEN: `127.0.0.1:${ports.gate}`,
        GATE_DRAIN_SECONDS: '0',
        // So that a test need not wait for 30 seconds.
        GATE_CHECK_SECONDS: '1',
        ...settings,
      }
      const url = `http://${environment.GATE_LISTEN}/gate/jwks.json`
      return keep(startNode({ file: GATE, args: ['serve'], environment }), 'the gate', url)
    },
    async close() {
      await Promise.all(runs.map((run) => run.end('SIGTERM')))
      await service.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts a program, and waits until `url` answers anything. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { url, cwd, env = {} }: RunOptions,
): Promise<Run> {
  const { PATH = '', HOME = '' } = process.env
  const child: ChildProcess = spawn(program, [...args], { cwd, env: { PATH, HOME, ...env } })
  const run = watch(child)
  await untilAnswers(run, program, url)
  return run
}

/** Waits until something answers at the address, or the program has ended. */
export function untilAnswers(run: Run, name: string, url: string): Promise<unknown> {
  return until(
    () => `${name} answers at ${url}: ${run.output()}`,
    async () => {
      if (run.child.exitCode !== null) throw new Error(`${name} ended: ${run.output()}`)
      return (await fetch(url, { redirect: 'manual' }).catch(() => null)) ?? undefined
    },
  )
}

/** The configuration of an example with the ports of a stage. `site` is how it names its own public address. */
export function onPorts({ ports }: Pick<Started, 'ports'>, text: string, site: string): string {
  const replacements = [
    [site, site.replace('8080', String(ports.site))],
    ['127.0.0.1:8000', `127.0.0.1:${ports.backEnd}`],
    ['127.0.0.1:4180', `127.0.0.1:${ports.gate}`],
  ] as const
  return deriveText(text, replacements)
}

/** A citizen with a browser, at the identity service and at the site. */
export async function openVisitor({ service, base }: Started) {
  const atIdentity = createBrowser(service.baseUrl)
  const atSite = openPageBrowser(base)
  await enrol(service, atIdentity, CITIZEN)
  /** Finishes a sign-in that the site has begun. Returns the page of the site. */
  const signIn = async (begun: { url: string }) => {
    if (!begun.url.startsWith(service.baseUrl))
      throw new Error(`the site did not begin a sign-in: ${begun.url}`)
    const back = await enter(service, atIdentity, { authorizationUrl: begun.url, ...CITIZEN })
    return atSite.get(back.url)
  }
  return { site: atSite, signIn, open: async (path: string) => atSite.get(`${base}${path}`) }
}
