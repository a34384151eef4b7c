import { type ClientRegistration, STANDARD_SCOPE } from '../clients/index.ts'
import { type Given, UsageFault } from './command.ts'

/** What `client add` registers. Throws UsageFault. */
export function readRegistration(given: Given): ClientRegistration {
  return {
    name: given.operand('NAME'),
    names: readInLanguages(given, 'name-in', 'NAME'),
    home: given.text('home') ?? null,
    homes: readInLanguages(given, 'home-in', 'URL'),
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
  const [tokenLimit, introspectionLimit] = [
    readLimit(given, 'token-limit'),
    readLimit(given, 'introspection-limit'),
  ]
  const changes: Partial<ClientRegistration> = {
    ...(name !== undefined && { name }),
    ...readByLanguage(given),
    ...(scope !== undefined && { scope }),
    ...(redirectUris.length > 0 && { redirectUris }),
    ...readConfirmation(given),
    ...(tokenLimit !== undefined && { tokenLimitPerMinute: tokenLimit }),
    ...(introspectionLimit !== undefined && { introspectionLimitPerMinute: introspectionLimit }),
  }
  if (Object.keys(changes).length === 0) throw new UsageFault('Give at least one option to change.')
  return changes
}

function readByLanguage(given: Given): Partial<ClientRegistration> {
  const home = given.text('home')
  const [names, homes] = [readInLanguages(given, 'name-in', 'NAME'), readInLanguages(given, 'home-in', 'URL')]
  return {
    ...(Object.keys(names).length > 0 && { names }),
    ...(home !== undefined && { home: home === 'none' ? null : home }),
    ...(Object.keys(homes).length > 0 && { homes }),
  }
}

function readConfirmation(given: Given): Partial<ClientRegistration> {
  const [asks, skips] = [given.flag('confirm'), given.flag('skip-confirm')]
  if (asks && skips) throw new UsageFault('--confirm and --skip-confirm exclude each other.')
  if (asks) return { confirmation: 'first-time' }
  return skips ? { confirmation: 'skip-first-time' } : {}
}

/** Texts in other languages. Which languages there are, and what a text may be, the registration says. */
function readInLanguages(given: Given, option: string, called: string): Readonly<Record<string, string>> {
  const texts = given.texts(option).map((one) => one.split(/=(.*)/s))
  for (const [language = '', text] of texts) {
    if (text === undefined) throw new UsageFault(`--${option} '${language}' is not LANG=${called}.`)
    if (texts.filter(([other]) => other === language).length > 1)
      throw new UsageFault(`--${option} gives ${language} twice.`)
  }
  return Object.fromEntries(texts.map(([language = '', text = '']) => [language, text]))
}

/** The client's own limit: null for `none`, nothing where the option is not given. */
function readLimit(given: Given, option: string): number | null | undefined {
  const words = given.text(option)
  if (words === undefined) return undefined
  if (words === 'none') return null
  if (!/^\d{1,12}$/.test(words)) throw new UsageFault(`--${option} '${words}' is not a whole number.`)
  return Number(words)
}
