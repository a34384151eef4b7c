import type { EnvironmentConfig } from '@portico/program'
import { PROXY_KINDS, type ProxyKind } from './forward-auth/index.ts'
import { type ReverseProxyConfig, readReverseProxy } from './reverse-proxy/index.ts'
import { oneWord, type SettingReader } from './settings/index.ts'

/** How the gate stands before the back end: a proxy asks it about each request, or it is the proxy. */
export type Protection =
  | { readonly kind: 'forward-auth'; readonly proxy: ProxyKind }
  | ({ readonly kind: 'reverse-proxy' } & ReverseProxyConfig)

/** Reads how the gate stands before the back end. What is wrong is a problem, and any value stands in for it. */
export function readProtection(reader: SettingReader, trustedProxies: readonly string[]): Protection {
  const proxy = reader.read('GATE_PROXY', oneWord(PROXY_KINDS))
  const passing = readReverseProxy(reader)
  if (reader.has('GATE_PROXY') === reader.has('GATE_UPSTREAM'))
    reader.refuse({
      path: 'GATE_PROXY',
      got: reader.has('GATE_PROXY') ? 'a proxy, and GATE_UPSTREAM' : 'nothing, and no GATE_UPSTREAM',
      expected: 'is needed if a proxy asks the gate, and GATE_UPSTREAM if the gate is the proxy',
      fix: `set one of them: GATE_PROXY=${PROXY_KINDS.join('|')}, or GATE_UPSTREAM=http://127.0.0.1:8000`,
    })
  if (reader.has('GATE_PROXY') && trustedProxies.length === 0)
    reader.refuse({
      path: 'SSO_TRUSTED_PROXIES',
      got: 'nothing',
      expected: 'is required with GATE_PROXY, because the proxy says which request it asks about',
      fix: 'set SSO_TRUSTED_PROXIES to the address of the proxy, for example 127.0.0.1',
    })
  return passing ? { kind: 'reverse-proxy', ...passing } : { kind: 'forward-auth', proxy: proxy ?? 'nginx' }
}

/** The own proxies, as `configFromEnv` reads them. */
export function trustedProxiesOf({ clientIp }: EnvironmentConfig): readonly string[] {
  return typeof clientIp === 'object' && 'trustedProxies' in clientIp ? clientIp.trustedProxies : []
}
