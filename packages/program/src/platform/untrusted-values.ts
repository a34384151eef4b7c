/** The headers of a request of any framework. */
export type AnyHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/** The value of a header, by its name in lower case. Null without one, and with several. */
export function headerValue(headers: AnyHeaders, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name)
  const values: string[] = []
  for (const key in headers)
    if (key.length === name.length && key.toLowerCase() === name) values.push(...[headers[key] ?? []].flat())
  return values.length === 1 ? (values[0] ?? null) : null
}

/** Whether a value that was parsed from JSON is an object. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
