import type { Role } from '@portico/identity/parts'

/** The paths of the console, and which role each needs at least. */
export const PLACES = {
  search: { path: '/', role: 'support' },
  today: { path: '/today/', role: 'reader' },
  citizen: { path: '/citizen/', role: 'support' },
  act: { path: '/act/', role: 'support' },
  order: { path: '/order/', role: 'support' },
  waiting: { path: '/acts/', role: 'support' },
  audit: { path: '/audit/', role: 'security' },
  limits: { path: '/limits/', role: 'security' },
  letters: { path: '/letters/', role: 'reader' },
  programs: { path: '/programs/', role: 'reader' },
  program: { path: '/program/', role: 'reader' },
  keys: { path: '/keys/', role: 'reader' },
  operators: { path: '/operators/', role: 'administrator' },
  settings: { path: '/settings/', role: 'security' },
} as const satisfies Record<string, { readonly path: string; readonly role: Role }>

/** The page of an account, with the note of the search that led there. */
export const citizenAddress = (subject: string, note = ''): string =>
  `${PLACES.citizen.path}?${new URLSearchParams({ subject, ...(note !== '' && { note }) })}`

/** The page of what was typed there, by its note. */
export const noteAddress = (place: 'search' | 'audit', note: string): string =>
  `${PLACES[place].path}?${new URLSearchParams({ note })}`

/** The page of the audit behind a place: of all events, of what was typed, or of one account. */
export function auditAddress(
  parts: Readonly<Partial<Record<'note' | 'subject' | 'before', string>>>,
): string {
  const query = new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== '')).toString()
  return query === '' ? PLACES.audit.path : `${PLACES.audit.path}?${query}`
}

/** The page of a program. */
export const programAddress = (clientId: string): string =>
  `${PLACES.program.path}?client=${encodeURIComponent(clientId)}`

/** The name of one of these places. */
export type Place = keyof typeof PLACES

/** The places of the navigation, in its order. */
export const IN_NAVIGATION = [
  'search',
  'today',
  'waiting',
  'audit',
  'limits',
  'letters',
  'programs',
  'keys',
  'operators',
  'settings',
] as const

/** What the form of the language is sent to. Whoever may open a page may choose how it speaks. */
export const LANGUAGE = { path: '/language/', role: 'reader' } as const

/** The way in without a sign-in (decision 123), and what ends it. */
export const BREAK_GLASS_PATHS = { enter: '/break-glass/', end: '/break-glass/end/' } as const

/** Where a sign-in ends that did not work, and what signs out. */
export const SIGN_IN_PATHS = {
  login: '/api/v1/sso/login',
  logout: '/api/v1/sso/logout',
  callback: '/api/v1/sso/callback/',
  problem: '/sign-in/',
} as const
