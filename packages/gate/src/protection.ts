import type { EnvironmentConfig } from '@portico/program'
import { PROXY_KINDS, type ProxyKind } from './forward-auth/index.ts'
import { oneWord, type SettingReader } from './settings/index.ts'

/** How the gate stands before the back end: a proxy asks it about each request. */
export interface Protection {
  readonly kind: 'forward-auth'
  readonly proxy: ProxyKind
  /** Only these may ask. */
  readonly trustedProxies: readonly string[]
}

/** Reads how the gate stands before the back end. */
export function readProtection(reader: SettingReader, { clientIp }: EnvironmentConfig): Protection {
  const proxy = reader.read('GATE_PROXY', oneWord(PROXY_KINDS))
  const trustedProxies =
    typeof clientIp === 'object' && 'trustedProxies' in clientIp ? clientIp.trustedProxies : []
  if (!reader.has('GATE_PROXY'))
    reader.refuse({
      path: 'GATE_PROXY',
      got: 'nothing',
      expected: `must be one of: ${PROXY_KINDS.join(', ')}`,
      fix: 'name the proxy that asks this gate',
    })
  if (trustedProxies.length === 0)
    reader.refuse({
      path: 'SSO_TRUSTED_PROXIES',
      got: 'nothing',
      expected: 'is required with GATE_PROXY, because the proxy says which request it asks about',
      fix: 'set SSO_TRUSTED_PROXIES to the address of the proxy, for example 127.0.0.1',
    })
  return { kind: 'forward-auth', proxy: proxy ?? 'nginx', trustedProxies }
}
