/** Up to ten tags of BCP 47 with single spaces between them. */
export const LOCALES = /^[A-Za-z0-9-]{1,35}(?: [A-Za-z0-9-]{1,35}){0,9}$/

/**
 * The languages that the citizen reads, preferred first (`ui_locales`, OpenID Connect Core section 3.1.2.1). Null for none. A language
 * that the identity service does not have is no fault.
 */
export function readLocales(value: unknown): string | null | 'invalid' {
  if (value === undefined) return null
  return typeof value === 'string' && LOCALES.test(value) ? value : 'invalid'
}

/** Reads them from an address. A citizen has not written it, so what is wrong there is left out. */
export function readLocalesOf({ searchParams }: URL): string | null {
  const [value, another] = searchParams.getAll('ui_locales')
  const locales = another === undefined ? readLocales(value) : null
  return locales === 'invalid' ? null : locales
}
