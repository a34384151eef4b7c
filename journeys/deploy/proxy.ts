import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { createAuthority } from '../../packages/identity/src/mail/certificate.fixture.ts'
import { freePort } from '../../packages/identity/testing/free-port.ts'
import { type Run, watch } from '../kit/child-process.ts'
import { deriveText } from '../kit/derive-text.ts'
import { nginxAround } from './nginx-around.ts'
import { ROOT } from './tools.ts'

/** The ports of one process of the service. */
export interface ProcessPorts {
  readonly port: number
  readonly metricsPort: number
}

/** What differs between a reference configuration and a test: ports, and the places of files. */
export interface Surroundings {
  readonly folder: string
  readonly httpPort: number
  readonly httpsPort: number
  readonly processes: readonly ProcessPorts[]
}

/** The line of a process in a proxy's file, while it is used and while it is not. */
export interface TakingOut {
  readonly file: string
  readonly up: string
  readonly down: string
}

/** A proxy of the deploy kit. */
export interface Proxy {
  readonly name: 'haproxy' | 'nginx'
  /** Writes the reference configuration for these surroundings. Returns the arguments that check it, and that run it. */
  configure(surroundings: Surroundings): {
    readonly check: readonly string[]
    readonly run: readonly string[]
  }
  /** The change that the operator makes before a process is stopped, where the proxy needs one. */
  readonly takeOut?: (folder: string, port: number) => TakingOut
}

const authority = createAuthority()
const certificate = authority.issue({ address: '127.0.0.1', validUntil: new Date('2049-01-01T00:00:00Z') })

/** HAProxy and nginx, as the deploy kit configures them. */
export const PROXIES: readonly Proxy[] = [
  {
    name: 'haproxy',
    configure({ folder, httpPort, httpsPort, processes }) {
      const reference = readFileSync(join(ROOT, 'deploy/haproxy/haproxy.cfg'), 'utf8')
      const [pem, file] = [join(folder, 'portico.pem'), join(folder, 'haproxy.cfg')]
      writeFileSync(pem, certificate.cert + certificate.key, { mode: 0o600 })
      const servers = processes.map(
        ({ port, metricsPort }, index) =>
          [`portico-${index + 1}:4000`, `127.0.0.1:${port} check port ${metricsPort}`] as const,
      )
      const ports = [
        ['bind :80\n', `bind 127.0.0.1:${httpPort}\n`],
        ['bind :443 ', `bind 127.0.0.1:${httpsPort} `],
        ['/etc/haproxy/portico.pem alpn', `${pem} alpn`],
      ] as const
      writeFileSync(file, deriveText(reference, [...ports, ...servers]))
      return { check: ['-c', '-f', file], run: ['-db', '-f', file] }
    },
  },
  {
    name: 'nginx',
    takeOut: (folder, port) => {
      const up = `server 127.0.0.1:${port} max_fails=1 fail_timeout=2s`
      return { file: join(folder, 'portico.conf'), up, down: `${up} down` }
    },
    configure({ folder, httpPort, httpsPort, processes }) {
      const reference = readFileSync(join(ROOT, 'deploy/nginx/portico.conf'), 'utf8')
      const file = join(folder, 'portico.conf')
      writeFileSync(join(folder, 'portico.crt'), certificate.cert)
      writeFileSync(join(folder, 'portico.key'), certificate.key, { mode: 0o600 })
      const servers = processes.map(
        ({ port }, index) => [`portico-${index + 1}:4000`, `127.0.0.1:${port}`] as const,
      )
      const places = [
        ['listen [::]:80;', ''],
        ['listen [::]:443 ssl http2;', ''],
        ['listen 80;', `listen 127.0.0.1:${httpPort};`],
        ['listen 443 ', `listen 127.0.0.1:${httpsPort} `],
        ['/etc/nginx/portico.', join(folder, 'portico.')],
        ['/var/log/nginx/', `${folder}/`],
      ] as const
      writeFileSync(file, deriveText(reference, [...places, ...servers]))
      writeFileSync(join(folder, 'nginx.conf'), nginxAround(folder, `include ${folder}/portico.conf;`))
      const place = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'start.log')]
      return { check: ['-t', ...place], run: place }
    },
  },
]

/** A proxy that runs. */
export interface RunningProxy {
  readonly run: Run
  readonly httpPort: number
  readonly httpsPort: number
  readonly check: readonly string[]
}

/** Starts a proxy with its reference configuration, in front of these processes. */
export async function startProxy(
  { proxy, program }: { readonly proxy: Proxy; readonly program: string },
  folder: string,
  processes: readonly ProcessPorts[],
): Promise<RunningProxy> {
  const [httpPort, httpsPort] = [await freePort(), await freePort()]
  const { check, run } = proxy.configure({ folder, httpPort, httpsPort, processes })
  const child = spawn(program, [...run], { stdio: ['ignore', 'pipe', 'pipe'] })
  return { run: watch(child), httpPort, httpsPort, check }
}

/** Takes a process out of the proxy's list, or puts it back, as the operator does: one word in the file, and a reload. */
export function tellProxy(running: RunningProxy, { file, up, down }: TakingOut, state: 'up' | 'down'): void {
  const text = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    state === 'down'
      ? deriveText(text, [[`${up};`, `${down};`]])
      : deriveText(text, [[`${down};`, `${up};`]]),
  )
  running.run.child.kill('SIGHUP')
}

/** One request over TLS. */
export interface Asked {
  readonly path: string
  /** The address of this machine that the caller has. */
  readonly from?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The fields of a form. With them the request is a POST. */
  readonly form?: Readonly<Record<string, string>>
}

/** The answer to it. */
export interface Answered {
  readonly status: number
  readonly body: string
}

/** Asks through the proxy. */
export function ask(
  httpsPort: number,
  { path, from = '127.0.0.1', headers, form }: Asked,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ host: '127.0.0.1', port: httpsPort, path, localAddress: from, ca: authority.cert },
        agent: false,
        method: form ? 'POST' : 'GET',
        headers: { ...(form && { 'content-type': 'application/x-www-form-urlencoded' }), ...headers },
      },
      (answer) => {
        let body = ''
        answer.setEncoding('utf8').on('data', (text: string) => {
          body += text
        })
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }))
        answer.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(form ? new URLSearchParams(form).toString() : undefined)
  })
}
