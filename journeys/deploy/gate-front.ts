import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAuthority } from '../../packages/identity/src/mail/certificate.fixture.ts'
import { freePort } from '../../packages/identity/testing/free-port.ts'
import { type Run, watch } from '../kit/child-process.ts'
import { deriveText } from '../kit/derive-text.ts'
import { nginxAround } from './nginx-around.ts'
import { ROOT } from './tools.ts'

/** Ports and folders of a test, in place of those of the reference file. */
interface Surroundings {
  readonly folder: string
  readonly port: number
  readonly gatePort: number
  readonly backEndPort: number
}

/** A proxy that asks the gate, with its reference file from the deploy kit. */
export interface Front {
  readonly name: 'nginx' | 'caddy' | 'traefik' | 'envoy'
  /** Writes the reference file for these surroundings. Returns the arguments that run it. */
  configure(surroundings: Surroundings): readonly string[]
}

/** The host of the program in tests. */
export const HOST = 'permits.example.test'

const certificate = createAuthority().issue({
  address: '127.0.0.1',
  validUntil: new Date('2049-01-01T00:00:00Z'),
})

function derived(file: string, replacements: readonly (readonly [string, string])[]): string {
  return deriveText(readFileSync(join(ROOT, 'deploy', file), 'utf8'), replacements)
}

const ports = ({ gatePort, backEndPort }: Surroundings) =>
  [
    ['127.0.0.1:4180', `127.0.0.1:${gatePort}`],
    ['127.0.0.1:8000', `127.0.0.1:${backEndPort}`],
    ['permits.example.org', HOST],
  ] as const

/** nginx, Caddy, Traefik and Envoy, as the deploy kit configures them. */
export const FRONTS: readonly Front[] = [
  {
    name: 'nginx',
    configure(surroundings) {
      const { folder, port } = surroundings
      const text = derived('nginx/gate.conf', [
        ...ports(surroundings),
        ['    listen [::]:80;\n', ''],
        ['    listen [::]:443 ssl http2;\n', ''],
        ['listen 80;', `listen unix:${folder}/plain.sock;`],
        ['listen 443 ', `listen 127.0.0.1:${port} `],
        ['/etc/nginx/permits.', `${folder}/permits.`],
      ])
      writeFileSync(join(folder, 'gate.conf'), text)
      const lines = [`access_log ${folder}/access.log;`, `include ${folder}/gate.conf;`]
      writeFileSync(join(folder, 'nginx.conf'), nginxAround(folder, ...lines))
      return ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]
    },
  },
  {
    name: 'caddy',
    configure(surroundings) {
      const { folder, port } = surroundings
      const site = `https://${HOST}:${port} {\n\ttls ${folder}/permits.crt ${folder}/permits.key`
      const text = derived('caddy/gate.Caddyfile', [...ports(surroundings), [`\n${HOST} {`, `\n${site}`]])
      const options = '{\n\tadmin off\n\tpersist_config off\n\tauto_https disable_redirects\n}\n'
      writeFileSync(join(folder, 'Caddyfile'), options + text)
      return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
    },
  },
  {
    name: 'traefik',
    configure(surroundings) {
      const { folder, port } = surroundings
      const file = join(folder, 'gate.yml')
      writeFileSync(file, derived('traefik/gate.yml', ports(surroundings)))
      return [`--providers.file.filename=${file}`, `--entrypoints.secure.address=127.0.0.1:${port}`]
    },
  },
  {
    name: 'envoy',
    configure(surroundings) {
      const file = join(surroundings.folder, 'envoy.yaml')
      writeFileSync(file, envoyBootstrap(surroundings))
      return ['-c', file, '--base-id', String(surroundings.port), '--log-level', 'error']
    },
  },
]

/** What the reference file leaves to the operator: the listener, its certificate, and the two clusters. */
function envoyBootstrap(surroundings: Surroundings): string {
  const { folder, port, gatePort, backEndPort } = surroundings
  const [, manager = ''] = derived('envoy/gate.yaml', [
    ['127.0.0.1:4180', `127.0.0.1:${gatePort}`],
    ['permits.example.org', HOST],
  ]).split('http_connection_manager:\n')
  const at = (portValue: number) =>
    `address: { socket_address: { address: 127.0.0.1, port_value: ${portValue} } }`
  const cluster = (name: string, portValue: number) => `
    - name: ${name}
      type: STATIC
      load_assignment:
        cluster_name: ${name}
        endpoints: [{ lb_endpoints: [{ endpoint: { ${at(portValue)} } }] }]`
  return `static_resources:
  listeners:
    - name: permits
      ${at(port)}
      filter_chains:
        - transport_socket:
            name: envoy.transport_sockets.tls
            typed_config:
              "@type": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext
              common_tls_context:
                tls_certificates:
                  - certificate_chain: { filename: ${folder}/permits.crt }
                    private_key: { filename: ${folder}/permits.key }
          filters:
            - name: envoy.filters.network.http_connection_manager
              typed_config:
                "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
${manager.replace(/^ {2}/gm, ' '.repeat(16))}
  clusters:${cluster('gate', gatePort)}${cluster('back_end', backEndPort)}
`
}

/** A front that runs. */
export interface RunningFront {
  readonly run: Run
  readonly port: number
}

/** Starts a front before a gate and a back end. */
export async function startFront(
  { front, program }: { readonly front: Front; readonly program: string },
  places: Omit<Surroundings, 'port'>,
): Promise<RunningFront> {
  const port = await freePort()
  const { folder } = places
  writeFileSync(join(folder, 'permits.crt'), certificate.cert)
  writeFileSync(join(folder, 'permits.key'), certificate.key, { mode: 0o600 })
  const args = front.configure({ ...places, port })
  const child = spawn(program, [...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: folder },
  })
  return { run: watch(child), port }
}
