/** What a program wishes for the pages of a sign-in. Nobody enters by it who would not enter without it. */
export interface PageWishes {
  /** The languages that the citizen reads, preferred first (`ui_locales`, OpenID Connect Core section 3.1.2.1). Null for none. */
  readonly locales: string | null
  /** Whether whoever is not signed in sees the form of a new account (`prompt=create`, Initiating User Registration 1.0 section 3). */
  readonly createsAccount: boolean
}

/** None. */
export const NO_WISHES: PageWishes = { locales: null, createsAccount: false }

/** Up to ten tags of BCP 47 with single spaces between them. A language that the identity service does not have is no fault. */
export const LOCALES = /^[A-Za-z0-9-]{1,35}(?: [A-Za-z0-9-]{1,35}){0,9}$/

/** The one value of `prompt` that a program may ask for. */
export const CREATE = 'create'

/** Reads them from the body of `begin/`. Returns what is wrong with a field as a sentence. */
export function readWishes(fields: Readonly<Record<string, unknown>>): PageWishes | string {
  const { ui_locales: locales, prompt } = fields
  if (locales !== undefined && !isLocales(locales))
    return 'ui_locales must be up to 10 language tags with single spaces between them, such as "ar de".'
  if (prompt !== undefined && prompt !== CREATE) return `prompt must be "${CREATE}".`
  return { locales: locales ?? null, createsAccount: prompt === CREATE }
}

/** Reads them from an address. A citizen has not written it, so what is wrong there is left out. */
export function readWishesOf({ searchParams }: URL): PageWishes {
  const [locales, another] = searchParams.getAll('ui_locales')
  return {
    locales: another === undefined && isLocales(locales) ? locales : null,
    createsAccount: searchParams.get('prompt') === CREATE,
  }
}

const isLocales = (value: unknown): value is string => typeof value === 'string' && LOCALES.test(value)
