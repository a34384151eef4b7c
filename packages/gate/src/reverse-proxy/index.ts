/**
 * The gate as the proxy itself (`GATE_UPSTREAM`): it passes requests of citizens on to its back ends, with the identity, and
 * the answers back, both as they come. It passes WebSockets and event streams on, and ends them when the session ends. It
 * changes no body, keeps nothing, and knows one host, and each back end by a prefix of the path.
 */
export { examineUpstreams } from './examine-upstreams.ts'
export { createReverseProxy, type ReverseProxy } from './reverse-proxy.ts'
export { type ReverseProxyConfig, readReverseProxy } from './reverse-proxy-config.ts'
