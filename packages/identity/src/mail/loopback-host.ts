import { BlockList, isIP } from 'node:net'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/**
 * The loopback address of a URL's host, so that nothing leaves this machine; nothing for every other host. Only a
 * loopback address and the name `localhost` count. No name server is asked for it (RFC 6761 section 6.3), because its
 * answer could send our mail elsewhere.
 */
export function loopbackAddress(host: string): string | undefined {
  if (host.toLowerCase() === 'localhost') return '127.0.0.1'
  const family = isIP(host)
  return family !== 0 && LOOPBACK.check(host, family === 4 ? 'ipv4' : 'ipv6') ? host : undefined
}
