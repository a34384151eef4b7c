/**
 * An address of the program, with a ticket for its path and query as its last parameter. Throws for another host, which must
 * get no ticket.
 */
export async function addTicket(
  baseUrl: string,
  input: string | URL,
  askTicket: (address: string) => Promise<string>,
): Promise<string> {
  const { href, origin, pathname, search } = new URL(input, `${baseUrl}/`)
  // A `blob:` of another page has the program's origin, too, so the text of the address decides.
  if (!href.replace(/^ws/, 'http').startsWith(`${new URL(baseUrl).origin}/`))
    throw new TypeError(`${href} is not the program`)
  const address = pathname + search
  return `${origin}${address}${search ? '&' : '?'}sso_ticket=${await askTicket(address)}`
}
