import type { Shot } from '../load/shot.ts'

/** The registration of an address that nobody has. */
export function registrationShot(port: number, email: string): Shot {
  const body = JSON.stringify({ full_name: 'Bo Example', email })
  const request = postRequest(port, '/api/v1/accounts/register/', {
    body,
    type: 'application/json',
    more: [],
  })
  return { request, status: 202, contains: '"verification_required":true' }
}

/** The bytes of a POST. */
export function postRequest(
  port: number,
  path: string,
  { body, type, more }: { body: string; type: string; more: readonly string[] },
): string {
  const lines = [
    `POST ${path} HTTP/1.1`,
    `host: localhost:${port}`,
    `content-type: ${type}`,
    `content-length: ${Buffer.byteLength(body)}`,
    ...more,
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
