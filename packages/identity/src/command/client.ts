import { deleteConnectionsOfClient, recordEndedGrants } from '../access/index.ts'
import { recordRead } from '../audit-log/index.ts'
import {
  addClient,
  type Client,
  type ClientChange,
  type ClientRegistration,
  disableClient,
  enableClient,
  findClient,
  findClientSecrets,
  listClients,
  removeClient,
  STANDARD_SCOPE,
  updateClient,
} from '../clients/index.ts'
import type { OpenDatabase } from '../open-database.ts'
import {
  clientJson,
  clientLines,
  clientTable,
  sayClientFault,
  secretJson,
  secretTable,
} from './client-view.ts'
import { type Command, CommandRefused, flag, type Given, text, texts, UsageFault } from './command.ts'

const REDIRECT_URI = 'The exact address that citizens return to; may be repeated'
const HOME =
  'The page of the program that citizens go back to (default: the origin of the first redirect URI)'
const NAME_IN = 'The name for citizens who read another language, such as de=Parkausweise; may be repeated'
const TOKEN_LIMIT = 'Requests a minute at the token endpoint, instead of the limit per address'
const INTROSPECTION_LIMIT = 'Requests a minute at introspection, instead of the limit per address'

/** Registers a program. */
export const clientAdd: Command = {
  words: 'client add',
  summary: 'Register a program and show its secret once',
  operands: ['NAME'],
  options: {
    'redirect-uri': texts('URI', REDIRECT_URI, 'required'),
    home: text('URL', HOME),
    'name-in': texts('LANG=NAME', NAME_IN),
    scope: text('SCOPE', `The scopes that it may ask for (default: "${STANDARD_SCOPE}")`),
    'skip-confirm': flag('Do not ask citizens the first time that they enter'),
    'token-limit': text('N', TOKEN_LIMIT),
    'introspection-limit': text('N', INTROSPECTION_LIMIT),
  },
  async run({ given, openDatabase }) {
    const registration = {
      name: given.operand('NAME'),
      names: readNames(given),
      home: given.text('home') ?? null,
      redirectUris: given.texts('redirect-uri'),
      scope: given.text('scope') ?? STANDARD_SCOPE,
      confirmation: given.flag('skip-confirm') ? ('skip-first-time' as const) : ('first-time' as const),
      tokenLimitPerMinute: readLimit(given, 'token-limit') ?? null,
      introspectionLimitPerMinute: readLimit(given, 'introspection-limit') ?? null,
    }
    const added = await addClient(await openDatabase(), registration)
    if (!added.ok) throw new CommandRefused(sayClientFault(added.refusal))
    const { client, secretId, clientSecret } = added.value
    const shown = clientSecret.reveal()
    return {
      json: { ...clientJson(client), client_secret: shown, secret_id: secretId },
      lines: [
        ...clientLines(client),
        '',
        'For the settings of the program; the secret is not shown again:',
        `SSO_CLIENT_ID=${client.clientId}`,
        `SSO_CLIENT_SECRET=${shown}`,
      ],
    }
  },
}

/** Lists programs. */
export const clientList: Command = {
  words: 'client list',
  summary: 'List the programs',
  operands: [],
  options: {},
  async run({ openDatabase }) {
    const database = await openDatabase()
    const clients = await listClients(database.db)
    await recordRead(database, { command: 'client list' })
    return { json: clients.map(clientJson), lines: clientTable(clients) }
  },
}

/** Shows one program. */
export const clientShow: Command = {
  words: 'client show',
  summary: 'Show one program',
  operands: ['ID'],
  options: {},
  async run({ given, openDatabase }) {
    const database = await openDatabase()
    const client = await requireClient(database, given.operand('ID'))
    const secrets = await findClientSecrets(database.db, client.clientId)
    await recordRead(database, { command: 'client show', clientId: client.clientId })
    const json = { ...clientJson(client), secrets: secrets.map(secretJson) }
    return { json, lines: [...clientLines(client), '', ...secretTable(secrets)] }
  },
}

/** Changes a program's registration. */
export const clientUpdate: Command = {
  words: 'client update',
  summary: 'Change the given settings of a program, and keep the others',
  operands: ['ID'],
  options: {
    name: text('NAME', 'The name that citizens read'),
    'name-in': texts('LANG=NAME', `${NAME_IN}; LANG= removes it`),
    'redirect-uri': texts('URI', `${REDIRECT_URI}; they replace all earlier ones`),
    home: text('URL', `${HOME}; none removes it`),
    scope: text('SCOPE', 'The scopes that it may ask for'),
    'skip-confirm': flag('Do not ask citizens the first time that they enter'),
    confirm: flag('Ask citizens the first time that they enter'),
    'token-limit': text('N', `${TOKEN_LIMIT}; none removes it`),
    'introspection-limit': text('N', `${INTROSPECTION_LIMIT}; none removes it`),
  },
  async run({ given, openDatabase }) {
    const changes = readChanges(given)
    const updated = await updateClient(await openDatabase(), given.operand('ID'), changes)
    if (!updated.ok) throw new CommandRefused(sayClientFault(updated.refusal))
    return { json: clientJson(updated.value), lines: clientLines(updated.value) }
  },
}

/** Disables a program. */
export const clientDisable = switching('disable', {
  summary: 'Disable a program: refuse it everywhere, and end its codes, grants and tokens',
  change: disableClient,
  effect: async (database, clientId) => {
    const grants = await recordEndedGrants(database, clientId)
    return {
      json: { grants_ended: grants },
      said: `Its codes, grants and tokens have ended. Grants that were active: ${grants}.`,
    }
  },
})

/** Enables a program again. */
export const clientEnable = switching('enable', {
  summary: 'Enable a disabled program; its citizens sign in again, because its grants stay ended',
  change: enableClient,
  effect: async () => ({ json: {}, said: 'Its citizens must sign in again.' }),
})

/** Removes a program. */
export const clientRemove: Command = {
  words: 'client remove',
  summary: 'Remove a program, its secrets and what citizens have allowed it',
  operands: ['ID'],
  options: {},
  async run({ given, openDatabase, terminal }) {
    const clientId = given.operand('ID')
    const progress = (line: string) => terminal.err(line)
    const database = await openDatabase()
    const removed = await removeClient(database, clientId)
    if (!removed.ok) throw new CommandRefused(sayClientFault({ refusal: removed.refusal, about: clientId }))
    await deleteConnectionsOfClient({ ...database, progress }, clientId)
    return {
      json: { client_id: clientId, removed: true },
      lines: [`${removed.value.name} (${clientId}) is removed.`],
    }
  },
}

/** Finds a client. Throws CommandRefused where there is none. */
export async function requireClient(database: OpenDatabase, clientId: string): Promise<Client> {
  const client = await findClient(database.db, clientId)
  if (!client) throw new CommandRefused(sayClientFault({ refusal: 'unknown-client', about: clientId }))
  return client
}

function switching(
  verb: 'disable' | 'enable',
  about: {
    readonly summary: string
    readonly change: (database: OpenDatabase, clientId: string) => Promise<ClientChange>
    readonly effect: (database: OpenDatabase, clientId: string) => Promise<{ json: object; said: string }>
  },
): Command {
  return {
    words: `client ${verb}`,
    summary: about.summary,
    operands: ['ID'],
    options: {},
    async run({ given, openDatabase }) {
      const clientId = given.operand('ID')
      const database = await openDatabase()
      const changed = await about.change(database, clientId)
      if (!changed.ok) throw new CommandRefused(sayClientFault({ refusal: changed.refusal, about: clientId }))
      const client = await requireClient(database, clientId)
      const whom = `${client.name} (${clientId})`
      if (changed.value === 'unchanged')
        return { json: clientJson(client), lines: [`${whom} was already ${verb}d.`] }
      const { json, said } = await about.effect(database, clientId)
      return { json: { ...clientJson(client), ...json }, lines: [`${whom} is ${verb}d. ${said}`] }
    },
  }
}

function readChanges(given: Given): Partial<ClientRegistration> {
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
