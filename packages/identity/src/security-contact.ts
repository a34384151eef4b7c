import type { SettingReader } from './settings.ts'

/** Reads whom `/.well-known/security.txt` names; undefined for nobody. */
export function securityContactOf(settings: SettingReader): string | undefined {
  const given = settings.text('PORTICO_SECURITY_CONTACT', '')
  const contact = readSecurityContact(given)
  if (given !== '' && contact === undefined)
    settings.fault(
      'PORTICO_SECURITY_CONTACT is no address of RFC 9116. Write mailto:security@example.org or https://example.org/report',
    )
  return contact
}

/** Reads the address of the contact. Nothing where it is none that RFC 9116 takes: a web address has https. */
export function readSecurityContact(given: string): string | undefined {
  if (!/^(?:https:\/\/|mailto:[!-?A-~]+@|tel:\+?[0-9])[!-~]+$/i.test(given)) return undefined
  return URL.canParse(given) ? given : undefined
}
