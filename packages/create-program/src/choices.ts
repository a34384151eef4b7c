import { parseArgs } from 'node:util'
import { Stopped } from './needs.ts'

/** The web frameworks that `init` has lines for. */
export const FRAMEWORKS = ['next', 'nest', 'express', 'fastify', 'hono', 'node'] as const
/** A framework, or `node` for the server of Node itself. */
export type Framework = (typeof FRAMEWORKS)[number]

/** The options of the command line. */
export interface Choices {
  readonly identity: string | null
  readonly program: string
  readonly name: string | null
  readonly framework: Framework | null
  /** An address, or null for a PostgreSQL that is brought for development. */
  readonly database: string | null
  readonly clientId: string | null
  /** A command line that starts the operator's `portico`. */
  readonly portico: string | null
  readonly isQuiet: boolean
}

/** What was given is wrong: an option, or an answer in place of one. `portico-program init` knows it by its name. */
export class WrongOptions extends Stopped {
  override readonly name = 'WrongOptions'
}

/** What `--help` prints. */
export const INIT_HELP = `npm create @portico/program -- [options]  (npm runs the package @portico/create-program)
portico-program init [options]            (the same, where @portico/program is installed)
  --identity URL     the identity service, such as https://id.example.org
  --program URL      the address of this program (default: http://localhost:3000)
  --name NAME        the name that citizens see (default: the name in package.json)
  --framework NAME   next, nest, express, fastify, hono or node (default: what package.json has, otherwise node)
  --database URL     postgres://..., mysql://... or sqlite:path/of/file.db (default: a PostgreSQL for development)
  --client-id ID     if the program is registered already; its secret is in SSO_CLIENT_SECRET, or is asked for
  --portico COMMAND  if you are the operator: how to start the command portico, such as "npx portico"
  --yes              ask nothing; what is missing stops the command`

const OPTIONS = {
  identity: { type: 'string' },
  program: { type: 'string' },
  name: { type: 'string' },
  framework: { type: 'string' },
  database: { type: 'string' },
  'client-id': { type: 'string' },
  portico: { type: 'string' },
  yes: { type: 'boolean' },
} as const

/** Reads the command line. Throws WrongOptions. */
export function readChoices(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Choices {
  const { values } = parsed(args)
  return {
    identity: address(values.identity ?? environment['SSO_IDENTITY_URL'], '--identity'),
    program:
      address(values.program ?? environment['SSO_PROGRAM_URL'], '--program') ?? 'http://localhost:3000',
    name: values.name ?? null,
    framework: framework(values.framework),
    database: database(values.database ?? environment['DATABASE_URL']),
    clientId: values['client-id'] ?? environment['SSO_CLIENT_ID'] ?? null,
    portico: values.portico ?? null,
    isQuiet: values.yes ?? false,
  }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, strict: true, allowPositionals: false })
  } catch (error) {
    const [first = ''] = error instanceof Error ? error.message.split(/\.\s|\n/) : ['The options are wrong']
    throw new WrongOptions(`${first.replace(/\.$/, '')}.\n${INIT_HELP}`)
  }
}

function framework(name: string | undefined): Framework | null {
  if (name === undefined) return null
  const found = FRAMEWORKS.find((known) => known === name)
  if (!found)
    throw new WrongOptions(`--framework is "${name}", and must be one of: ${FRAMEWORKS.join(', ')}.`)
  return found
}

/** The kind of a database, by its address. Without one, a PostgreSQL is brought for development. */
export function databaseKind(address: string | null): 'postgres' | 'mysql' | 'sqlite' {
  if (address?.startsWith('sqlite:')) return 'sqlite'
  return address !== null && /^(mysql|mariadb):/.test(address) ? 'mysql' : 'postgres'
}

/** An address without a final slash, or null. */
export function address(text: string | undefined, what: string): string | null {
  if (text === undefined || text.trim() === '') return null
  const trimmed = text.trim().replace(/\/+$/, '')
  const url = URL.canParse(trimmed) ? new URL(trimmed) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    throw new WrongOptions(`${what} is "${text}", and must be an address such as https://id.example.org.`)
  return trimmed
}

function database(text: string | undefined): string | null {
  if (text === undefined || text.trim() === '') return null
  if (!/^((postgres(ql)?|mysql|mariadb):\/\/|sqlite:.)/.test(text))
    throw new WrongOptions(
      `--database is "${withoutPassword(text)}", and must be postgres://user:password@host/database, mysql://user:password@host/database or sqlite:path/of/file.db.`,
    )
  return text
}

function withoutPassword(text: string): string {
  return text.replace(/:[^:@/]*@/, ':...@')
}
