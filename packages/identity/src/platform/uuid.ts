/** The UUID before every other. No row has it. */
export const FIRST_UUID = '00000000-0000-0000-0000-000000000000'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a text is a UUID as PostgreSQL writes it, with small letters (RFC 9562 section 4). */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
