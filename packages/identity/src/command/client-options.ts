import { type ClientRegistration, STANDARD_SCOPE } from '../clients/index.ts'
import { flag, type Given, text, texts, UsageFault } from './command.ts'

const REDIRECT_URI = 'The exact address that citizens return to; may be repeated'
const HOME =
  'The page of the program that citizens go back to (default: the origin of the first redirect URI)'
const NAME_IN = 'The name for citizens who read another language, such as de=Parkausweise; may be repeated'
const TOKEN_LIMIT = 'Requests a minute at the token endpoint, instead of the limit per address'
const INTROSPECTION_LIMIT = 'Requests a minute at introspection, instead of the limit per address'

/** The options of `client add`. */
export const ADD_OPTIONS = {
  'redirect-uri': texts('URI', REDIRECT_URI, 'required'),
  home: text('URL', HOME),
  'name-in': texts('LANG=NAME', NAME_IN),
  scope: text('SCOPE', `The scopes that it may ask for (default: "${STANDARD_SCOPE}")`),
  'skip-confirm': flag('Do not ask citizens the first time that they enter'),
  'token-limit': text('N', TOKEN_LIMIT),
  'introspection-limit': text('N', INTROSPECTION_LIMIT),
}

/** The options of `client update`. */
export const UPDATE_OPTIONS = {
  name: text('NAME', 'The name that citizens read'),
  'name-in': texts('LANG=NAME', `${NAME_IN}; LANG= removes it`),
  'redirect-uri': texts('URI', `${REDIRECT_URI}; they replace all earlier ones`),
  home: text('URL', `${HOME}; none removes it`),
  scope: text('SCOPE', 'The scopes that it may ask for'),
  'skip-confirm': flag('Do not ask citizens the first time that they enter'),
  confirm: flag('Ask citizens the first time that they enter'),
  'token-limit': text('N', `${TOKEN_LIMIT}; none removes it`),
  'introspection-limit': text('N', `${INTROSPECTION_LIMIT}; none removes it`),
}

/** What `client add` registers. Throws UsageFault. */
export function readRegistration(given: Given): ClientRegistration {
  return {
    name: given.operand('NAME'),
    names: readNames(given),
    home: given.text('home') ?? null,
    redirectUris: given.texts('redirect-uri'),
    scope: given.text('scope') ?? STANDARD_SCOPE,
    confirmation: given.flag('skip-confirm') ? 'skip-first-time' : 'first-time',
    tokenLimitPerMinute: readLimit(given, 'token-limit') ?? null,
    introspectionLimitPerMinute: readLimit(given, 'introspection-limit') ?? null,
  }
}

/** What `client update` changes. Throws UsageFault, also where that is nothing. */
export function readChanges(given: Given): Partial<ClientRegistration> {
  const [name, scope, redirectUris] = [given.text('name'), given.text('scope'), given.texts('redirect-uri')]
  const [home, names] = [given.text('home'), readNames(given)]
  const [tokenLimit, introspectionLimit] = [
    readLimit(given, 'token-limit'),
    readLimit(given, 'introspection-limit'),
  ]
  const changes: Partial<ClientRegistration> = {
    ...(name !== undefined && { name }),
    ...(Object.keys(names).length > 0 && { names }),
    ...(home !== undefined && { home: home === 'none' ? null : home }),
    ...(scope !== undefined && { scope }),
    ...(redirectUris.length > 0 && { redirectUris }),
    ...readConfirmation(given),
    ...(tokenLimit !== undefined && { tokenLimitPerMinute: tokenLimit }),
    ...(introspectionLimit !== undefined && { introspectionLimitPerMinute: introspectionLimit }),
  }
  if (Object.keys(changes).length === 0) throw new UsageFault('Give at least one option to change.')
  return changes
}

function readConfirmation(given: Given): Partial<ClientRegistration> {
  const [asks, skips] = [given.flag('confirm'), given.flag('skip-confirm')]
  if (asks && skips) throw new UsageFault('--confirm and --skip-confirm exclude each other.')
  if (asks) return { confirmation: 'first-time' }
  return skips ? { confirmation: 'skip-first-time' } : {}
}

/** The names in other languages. Which languages there are, and what a name may be, the registration says. */
function readNames(given: Given): Readonly<Record<string, string>> {
  const names = given.texts('name-in').map((one) => one.split(/=(.*)/s))
  for (const [language = '', name] of names) {
    if (name === undefined) throw new UsageFault(`--name-in '${language}' is not LANG=NAME.`)
    if (names.filter(([other]) => other === language).length > 1)
      throw new UsageFault(`--name-in gives ${language} twice.`)
  }
  return Object.fromEntries(names.map(([language = '', name = '']) => [language, name]))
}

/** The client's own limit: null for `none`, nothing where the option is not given. */
function readLimit(given: Given, option: string): number | null | undefined {
  const words = given.text(option)
  if (words === undefined) return undefined
  if (words === 'none') return null
  if (!/^\d{1,12}$/.test(words)) throw new UsageFault(`--${option} '${words}' is not a whole number.`)
  return Number(words)
}
