import type { HttpRequest } from '@portico/identity/parts'

/** Reads the fields of a form as they were typed, without the spaces around them. `''` for a field that is missing, and where there is no form. */
export function typedIn(http: HttpRequest): (name: string) => string {
  const form = http.form()
  return (name) => (form.ok ? form.value.text(name).trim() : '')
}

/** Reads the parameters of an address. `''` for one that is missing, and where there are none. */
export function askedIn(http: HttpRequest): (name: string) => string {
  const query = http.query()
  return (name) => (query.ok ? query.value.text(name) : '')
}
