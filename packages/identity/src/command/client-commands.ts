import { type Command, flag, oneOf, TRIED_FIRST, text, texts } from './command.ts'

const REDIRECT_URI = 'The exact address that citizens return to; may be repeated'
const HOME =
  'The page of the program that citizens go back to (default: the origin of the first redirect URI)'
const HOME_IN =
  'The same page for citizens who read another language, such as de=https://…/de/; may be repeated'
const NAME_IN = 'The name for citizens who read another language, such as de=Parkausweise; may be repeated'
const SCOPE = 'The scopes that it may ask for'
const TOKEN_LIMIT = 'Requests a minute at the token endpoint, instead of the limit per address'
const INTROSPECTION_LIMIT = 'Requests a minute at introspection, instead of the limit per address'

const TIME = '2026-03-01 or 2026-03-01T12:00:00Z (UTC), or after 30d or 12h'

const loadScopes = async () => (await import('../clients/index.ts')).SCOPES

/** The commands about programs. */
export const CLIENT_COMMANDS: readonly Command[] = [
  {
    words: 'client add',
    summary: 'Register a program and show its secret once',
    operands: ['NAME'],
    options: {
      'redirect-uri': texts('URI', REDIRECT_URI, 'required'),
      home: text('URL', HOME),
      'home-in': texts('LANG=URL', HOME_IN),
      'name-in': texts('LANG=NAME', NAME_IN),
      scope: oneOf(text('SCOPE', `${SCOPE} (default: all of them)`), loadScopes),
      'skip-confirm': flag('Do not ask citizens the first time that they enter'),
      'token-limit': text('N', TOKEN_LIMIT),
      'introspection-limit': text('N', INTROSPECTION_LIMIT),
    },
    asks: 'who-and-why',
    answers: async () => (await import('./client-view.ts')).ADDED_CLIENT,
    run: async (call) => (await import('./client.ts')).clientAdd(call),
  },
  {
    words: 'client list',
    summary: 'List the programs',
    operands: [],
    options: {},
    asks: 'who',
    answers: async () => (await import('./client-view.ts')).CLIENTS,
    run: async (call) => (await import('./client.ts')).clientList(call),
  },
  {
    words: 'client show',
    summary: 'Show one program',
    operands: ['ID'],
    options: {},
    asks: 'who',
    answers: async () => (await import('./client-view.ts')).SHOWN_CLIENT,
    run: async (call) => (await import('./client.ts')).clientShow(call),
  },
  {
    words: 'client update',
    summary: 'Change the given settings of a program, and keep the others',
    operands: ['ID'],
    options: {
      name: text('NAME', 'The name that citizens read'),
      'name-in': texts('LANG=NAME', `${NAME_IN}; LANG= removes it`),
      'redirect-uri': texts('URI', `${REDIRECT_URI}; they replace all earlier ones`),
      home: text('URL', `${HOME}; none removes it`),
      'home-in': texts('LANG=URL', `${HOME_IN}; LANG= removes it`),
      scope: oneOf(text('SCOPE', SCOPE), loadScopes),
      'skip-confirm': flag('Do not ask citizens the first time that they enter'),
      confirm: flag('Ask citizens the first time that they enter'),
      'token-limit': text('N', `${TOKEN_LIMIT}; none removes it`),
      'introspection-limit': text('N', `${INTROSPECTION_LIMIT}; none removes it`),
    },
    asks: 'who-and-why',
    answers: async () => (await import('./client-view.ts')).CLIENT,
    run: async (call) => (await import('./client.ts')).clientUpdate(call),
  },
  {
    words: 'client disable',
    summary: 'Disable a program: refuse it everywhere, and end its codes, grants and tokens',
    operands: ['ID'],
    options: TRIED_FIRST,
    asks: 'who-and-why',
    answers: async () => (await import('./client-ending.ts')).DISABLED_CLIENT,
    run: async (call) => (await import('./client-ending.ts')).clientDisable(call),
  },
  {
    words: 'client enable',
    summary: 'Enable a disabled program; its citizens sign in again, because its grants stay ended',
    operands: ['ID'],
    options: {},
    asks: 'who-and-why',
    answers: async () => (await import('./client-view.ts')).CLIENT,
    run: async (call) => (await import('./client-ending.ts')).clientEnable(call),
  },
  {
    words: 'client remove',
    summary: 'Remove a program, its secrets and what citizens have allowed it',
    operands: ['ID'],
    options: TRIED_FIRST,
    asks: 'who-and-why',
    answers: async () => (await import('./client-ending.ts')).REMOVED_CLIENT,
    run: async (call) => (await import('./client-ending.ts')).clientRemove(call),
  },
  {
    words: 'client secret add',
    summary: 'Add a secret to a program and show it once; the others stay valid',
    operands: ['ID'],
    options: {
      label: text('TEXT', 'A name for it'),
      until: text('TIME', `When it ends: ${TIME} (default: when it is retired)`),
    },
    asks: 'who-and-why',
    answers: async () => (await import('./client-secret.ts')).ADDED_SECRET,
    run: async (call) => (await import('./client-secret.ts')).clientSecretAdd(call),
  },
  {
    words: 'client secret list',
    summary: 'List the secrets of a program: when they were made, were last used, and end',
    operands: ['ID'],
    options: {},
    asks: 'who',
    answers: async () => (await import('./client-view.ts')).CLIENT_SECRETS,
    run: async (call) => (await import('./client-secret.ts')).clientSecretList(call),
  },
  {
    words: 'client secret retire',
    summary: 'Retire a secret: it is refused from now on, or from a later time',
    operands: ['ID', 'SECRET_ID'],
    options: {
      ...TRIED_FIRST,
      until: text('TIME', `How long it still works: ${TIME} (default: not at all)`),
    },
    asks: 'who-and-why',
    answers: async () => (await import('./client-secret.ts')).RETIRED_SECRET,
    run: async (call) => (await import('./client-secret.ts')).clientSecretRetire(call),
  },
]
