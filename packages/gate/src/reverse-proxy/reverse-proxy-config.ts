import { type SettingReader, type SettingRule, wholeNumber } from '../settings/index.ts'
import { UPSTREAM_RULE, type UpstreamAddress } from './upstream.ts'

/** How the gate passes requests on. */
export interface ReverseProxyConfig {
  readonly upstream: UpstreamAddress
  /** How long the back end may take until its answer begins. */
  readonly timeoutSeconds: number
  /** Everybody may open these, and nobody is looked up. */
  readonly publicPaths: readonly string[]
  /** Everybody may open these, and the back end is told who is signed in. */
  readonly optionalPaths: readonly string[]
}

/** What `isListed` can compare: no encoded and no ambiguous characters. */
const PATH = /^\/(?:[A-Za-z0-9._~!$&'()+,=:@-]+\/)*(?:[A-Za-z0-9._~!$&'()+,=:@-]+|\*)?$/

const PATHS: SettingRule<readonly string[]> = {
  fallback: [],
  parse(text) {
    const paths = text.split(/\s+/)
    return paths.every((path) => PATH.test(path) && !/\/\.{1,2}(?:\/|$)/.test(path)) ? paths : undefined
  },
  expected: 'must be paths, separated by spaces; one that ends with /* stands for everything below it',
  example: '/static/* /favicon.ico',
}

/** Reads the settings. Null without `GATE_UPSTREAM`. */
export function readReverseProxy(reader: SettingReader): ReverseProxyConfig | null {
  const upstream = reader.read('GATE_UPSTREAM', UPSTREAM_RULE)
  const timeoutSeconds = reader.read('GATE_UPSTREAM_SECONDS', wholeNumber(60, 1, 3600))
  const publicPaths = reader.read('GATE_PUBLIC_PATHS', PATHS)
  const optionalPaths = reader.read('GATE_OPTIONAL_PATHS', PATHS)
  return upstream && { upstream, timeoutSeconds, publicPaths, optionalPaths }
}
