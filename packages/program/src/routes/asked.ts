import { type AskedSignIn, acrValuesOf, isMaxAge } from '../sessions/index.ts'

/** What a request asks of a sign-in, without the citizen who asks. */
export type Asked = Omit<AskedSignIn, 'subject'>

/** Reads `max_age` and `acr_values` of a request. Null if it has neither. */
export function readAsked(maxAge: unknown, classes: unknown): Asked | null | 'invalid' {
  if (maxAge === undefined && classes === undefined) return null
  if (maxAge !== undefined && !isMaxAge(maxAge)) return 'invalid'
  const maxAgeSeconds = maxAge ?? null
  if (classes === undefined) return { maxAgeSeconds, acrValues: [] }
  const acrValues = typeof classes === 'string' ? acrValuesOf(classes) : null
  return acrValues ? { maxAgeSeconds, acrValues } : 'invalid'
}

/** Reads both from an address, where each may come once. */
export function readAskedOf({ searchParams }: URL): Asked | null | 'invalid' {
  const [age, secondAge] = searchParams.getAll('max_age')
  const [classes, secondClasses] = searchParams.getAll('acr_values')
  if (secondAge !== undefined || secondClasses !== undefined) return 'invalid'
  return readAsked(age === undefined ? undefined : secondsIn(age), classes)
}

function secondsIn(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : NaN
}
