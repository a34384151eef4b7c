import type { Access, TrustedAddresses } from './platform/index.ts'

/** The version of the Elastic Common Schema that the names are from. */
const ECS_VERSION = '8.11.0'

/**
 * One line of ECS for each answer. It has no query, because an address may have a ticket or a code; no header of the visitor; and
 * nothing about the citizen.
 */
export function accessLine(
  { request, status, seconds, route }: Access,
  at: Date,
  trusted: TrustedAddresses,
): string {
  const { method = '', url = '' } = request
  const [path = ''] = url.split('?')
  return `${JSON.stringify({
    '@timestamp': at.toISOString(),
    'log.level': 'info',
    message: 'access',
    'ecs.version': ECS_VERSION,
    'event.dataset': 'portico.access',
    'event.action': route,
    'event.duration': Math.round(seconds * 1e9),
    'http.request.method': method,
    'url.path': path,
    'http.response.status_code': status ?? undefined,
    'source.ip': addressOf(request, trusted),
  })}\n`
}

/** The visitor's address: the last one in the list that is not an own proxy. */
function addressOf({ socket, headers }: Access['request'], trusted: TrustedAddresses): string {
  const before = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  let address = socket.remoteAddress ?? ''
  while (trusted.has(address)) {
    const next = before.pop()?.trim() ?? ''
    if (next === '') break
    address = next
  }
  return address
}
