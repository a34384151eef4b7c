import { PATHS } from '../paths/index.ts'
import { type SettingReader, wholeNumber } from '../settings/index.ts'
import { type PrefixedUpstream, UPSTREAM_RULE, UPSTREAMS_RULE, type UpstreamAddress } from './upstream.ts'

/** How the gate passes requests on. */
export interface ReverseProxyConfig {
  readonly upstream: UpstreamAddress
  /** Further back ends, for the paths below a prefix. */
  readonly prefixed: readonly PrefixedUpstream[]
  /** How long the back end may take until its answer begins. */
  readonly timeoutSeconds: number
  /** Everybody may open these, and nobody is looked up. */
  readonly publicPaths: readonly string[]
  /** Everybody may open these, and the back end is told who is signed in. */
  readonly optionalPaths: readonly string[]
}

/** Reads the settings. Null without `GATE_UPSTREAM`. */
export function readReverseProxy(reader: SettingReader): ReverseProxyConfig | null {
  const upstream = reader.read('GATE_UPSTREAM', UPSTREAM_RULE)
  const prefixed = reader.read('GATE_UPSTREAM_PATHS', UPSTREAMS_RULE)
  const timeoutSeconds = reader.read('GATE_UPSTREAM_SECONDS', wholeNumber(60, 1, 3600))
  const publicPaths = reader.read('GATE_PUBLIC_PATHS', PATHS)
  const optionalPaths = reader.read('GATE_OPTIONAL_PATHS', PATHS)
  return upstream && { upstream, prefixed, timeoutSeconds, publicPaths, optionalPaths }
}
