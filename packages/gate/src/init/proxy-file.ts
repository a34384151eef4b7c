import { existsSync, readFileSync } from 'node:fs'
import type { Choices, ProxyName } from './choices.ts'

/** The reference files. They are in `deploy/` of the repository, and beside the built command. */
const REFERENCES: Readonly<Record<ProxyName, string>> = {
  nginx: 'nginx/gate.conf',
  caddy: 'caddy/gate.Caddyfile',
  traefik: 'traefik/gate.yml',
  envoy: 'envoy/gate.yaml',
}

/** The reference file of a proxy, for this program. */
export function proxyFile(
  proxy: ProxyName,
  choices: Omit<Choices, 'folder'>,
): readonly [name: string, text: string] {
  const path = REFERENCES[proxy]
  const text = derive(read(path), [...placesOf(choices), ...SCHEMES[proxy](choices)])
  return [path.slice(path.indexOf('/') + 1), text]
}

type Replacement = readonly [from: string, to: string]

function placesOf({ listen, backEnd }: Omit<Choices, 'folder'>): readonly Replacement[] {
  return [
    ['127.0.0.1:4180', listen],
    // Envoy names the back end only as a cluster.
    ['127.0.0.1:8000', backEnd],
  ]
}

const HOST = 'permits.example.org'

/** What differs for an address without TLS, as on the machine of a developer, and for another host. */
const SCHEMES: Readonly<Record<ProxyName, (choices: Omit<Choices, 'folder'>) => readonly Replacement[]>> = {
  nginx: ({ program }) =>
    (program.protocol === 'https:' ? [] : plainNginx(program)).concat([[HOST, program.hostname]]),
  caddy: ({ program }) => [
    [`\n${HOST} {`, `\n${program.origin} {`],
    [HOST, program.hostname],
  ],
  traefik: ({ program }) => [
    ...(program.protocol === 'https:' ? [] : [['      tls: {}\n', ''] as const]),
    [HOST, program.hostname],
  ],
  // Envoy compares the port, too.
  envoy: ({ program }) => [
    ['domains: [permits.example.org]', `domains: ["${program.host}"]`],
    [HOST, program.hostname],
  ],
}

const portOf = (program: URL): string => program.port || '80'

function plainNginx(program: URL): readonly Replacement[] {
  return [
    [
      'server {\n    listen 80;\n    listen [::]:80;\n    server_name permits.example.org;\n    return 308 https://$host$request_uri;\n}\n\n',
      '',
    ],
    [
      '    listen 443 ssl http2;\n    listen [::]:443 ssl http2;\n',
      `    listen 127.0.0.1:${portOf(program)};\n`,
    ],
    ['    ssl_certificate /etc/nginx/permits.crt;\n', ''],
    ['    ssl_certificate_key /etc/nginx/permits.key;\n', ''],
    ['    ssl_protocols TLSv1.2 TLSv1.3;\n', ''],
    // The gate compares the whole host, with its port.
    ['proxy_set_header Host $host;', 'proxy_set_header Host $http_host;'],
  ]
}

/**
 * Replaces each place of the reference file once, so that no address which somebody chose is taken for a place of the file: the gate would
 * be asked at the address of the back end, which says yes to everybody.
 */
function derive(text: string, replacements: readonly Replacement[]): string {
  const longestFirst = replacements.toSorted(([one], [other]) => other.length - one.length)
  const places = new RegExp(longestFirst.map(([from]) => escaped(from)).join('|'), 'g')
  const replaced = new Map(longestFirst)
  return text.replace(places, (from) => replaced.get(from) ?? from)
}

/** A text as a pattern that finds it alone. */
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** In the repository, the one of the deploy kit. A built package has a copy. */
function read(path: string): string {
  const built = new URL(`../proxies/${path}`, import.meta.url)
  const source = new URL(`../../../../deploy/${path}`, import.meta.url)
  return readFileSync(existsSync(built) ? built : source, 'utf8')
}
