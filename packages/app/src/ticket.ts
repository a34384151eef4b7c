/**
 * An address of the program, with a ticket for its path and query as its last parameter. Throws for another host, which must
 * get no ticket.
 */
export async function addTicket(
  baseUrl: string,
  input: string | URL,
  askTicket: (address: string) => Promise<string>,
): Promise<string> {
  const { protocol, host, origin, pathname, search } = new URL(input, `${baseUrl}/`)
  if (`${protocol}//${host}`.replace(/^ws/, 'http') !== new URL(baseUrl).origin)
    throw new TypeError(`${host} is not the program`)
  const address = pathname + search
  return `${origin}${address}${search ? '&' : '?'}sso_ticket=${await askTicket(address)}`
}
