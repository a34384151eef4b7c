import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { address, type Choices, databaseKind, type Framework, readChoices } from './choices.ts'
import { addToEnvFile, keepOutOfGit, readEnvFile, writeNew } from './env-file.ts'
import { firstLines } from './first-lines.ts'
import { type InitNeeds, type Step, Stopped } from './needs.ts'
import { addStartScript, missingPackages, openPackageFile, type PackageFile } from './package-file.ts'
import { operatorLines, register } from './registration.ts'

/** The folder of the PostgreSQL for development. */
const DATABASE_FOLDER = '.portico/database'

/**
 * Connects the program in a folder. It may be run again: it keeps every file and every setting that exists. Returns the exit
 * code of `doctor`, or 1 where the registration is missing. Throws Stopped with a sentence that says what to do.
 *
 * @param findCommand how to run `portico-program`, once it is installed
 */
export async function initProgram(
  needs: InitNeeds,
  args: readonly string[],
  findCommand: () => Pick<Step, 'file' | 'args'>,
): Promise<0 | 1> {
  const { folder, say } = needs
  const known = { ...readEnvFile(folder), ...needs.environment }
  const choices = readChoices(args, known)
  const asking = choices.isQuiet ? null : needs.ask
  const asker: InitNeeds = { ...needs, environment: known, ask: asking }
  const identity = await findIdentity(asker, choices)
  const file = openPackageFile(folder)
  if (file.isNew) say('Wrote package.json.')
  const framework = choices.framework ?? file.framework ?? 'node'
  await install(needs, file, { framework, database: choices.database })
  const command = findCommand()
  const written = writeLines(needs, file, { framework, choices })
  const callbackUrl = `${choices.program}/api/v1/sso/callback/`
  const name = choices.name ?? file.name
  const registration = await register(asker, choices, { identity, name, callbackUrl })
  const key = await encryptionKey(needs, command)
  writeSettings(needs, { identity, choices, registration, key })
  if (!registration) {
    say(`${operatorLines({ name, callbackUrl })}\nThen put both into .env, and run this command again.`)
    return 1
  }
  return finish(needs, command, { ...choices, ...written })
}

/** The address of the identity service, once its discovery document answers. */
async function findIdentity(needs: InitNeeds, choices: Choices): Promise<string> {
  const given = choices.identity ?? (await askForIdentity(needs))
  const discovery = `${given}/.well-known/openid-configuration`
  needs.say(`Reading ${discovery}`)
  const issuer = await readIssuer(discovery, needs.fetch)
  if (issuer === null)
    throw new Stopped(
      `${discovery} does not answer with a discovery document. Check the address, and whether the service runs.`,
    )
  if (issuer !== given)
    needs.say(`The service names itself ${issuer}. Use that address if doctor reports the issuer.`)
  return given
}

async function askForIdentity({ ask }: InitNeeds): Promise<string> {
  const answer = ask ? await ask('Address of the identity service', { isSecret: false }) : ''
  const given = address(answer, 'The address')
  if (given === null)
    throw new Stopped(
      'The address of the identity service is missing. Use --identity https://id.example.org.',
    )
  return given
}

/** Without signs that a terminal would obey. */
async function readIssuer(discovery: string, fetch: InitNeeds['fetch']): Promise<string | null> {
  const answer = await fetch(discovery, { signal: AbortSignal.timeout(10_000) }).catch(() => null)
  const document: unknown = answer?.ok ? await answer.json().catch(() => null) : null
  return typeof document === 'object' && document !== null && 'issuer' in document
    ? String(document.issuer).replace(/\p{Cc}/gu, '')
    : null
}

async function install(
  { run, say }: InitNeeds,
  file: PackageFile,
  lines: { readonly framework: Framework } & Pick<Choices, 'database'>,
): Promise<void> {
  const { dependencies, forDevelopment } = missingPackages(file, lines)
  for (const [names, flags] of [
    [dependencies, []],
    [forDevelopment, ['--save-dev']],
  ] as const) {
    if (names.length === 0) continue
    const args = ['install', ...flags, ...names]
    say(`Running npm ${args.join(' ')}`)
    const { exitCode } = await run({ file: 'npm', args })
    if (exitCode !== 0)
      throw new Stopped(`npm could not install ${names.join(' ')}. Its own message is above.`)
  }
}

/** Next.js reads the first of these that is there. */
const NEXT_CONFIGS = ['next.config.js', 'next.config.mjs', 'next.config.ts']

const WRITTEN = {
  new: (name: string) => `Wrote ${name}.`,
  same: (name: string) => `${name} has the lines already.`,
  other: (name: string, text: string) =>
    `${name} exists and was not changed. These are the lines for it:\n\n${text}`,
}

/** What is said at the end: the name of the script, and the path of the page. */
interface Written {
  readonly script: string
  readonly page: string
}

/** Writes the first lines, and the script that starts them. */
function writeLines(
  { folder, say }: InitNeeds,
  file: PackageFile,
  { framework, choices }: { readonly framework: Framework; readonly choices: Choices },
): Written {
  const { database } = choices
  const nextConfig = NEXT_CONFIGS.find((name) => existsSync(join(folder, name)))
  const lines = firstLines({
    ...{ framework, database: databaseKind(database) },
    extension: file.isModule ? '.js' : '.mjs',
    sources: existsSync(join(folder, 'src', 'app')) ? 'src/' : '',
    nextConfig: nextConfig ?? 'next.config.mjs',
    cachesComponents: nextConfig !== undefined && cachesComponents(join(folder, nextConfig)),
    port: portOf(choices.program),
  })
  for (const [name, text] of lines.files) say(WRITTEN[writeNew(folder, name, text)](name, text))
  const { start, page } = lines
  const line = database === null ? `portico-postgres ${DATABASE_FOLDER} -- ${start}` : start
  const { name, isNew } = addStartScript(folder, line)
  if (isNew) say(`Added the script "${name}" to package.json.`)
  return { script: name, page }
}

/** Whether a file of settings of Next.js has the line, and not only in a comment. */
function cachesComponents(path: string): boolean {
  return /\bcacheComponents: *true\b/.test(readFileSync(path, 'utf8').replace(/\/\/.*/g, ''))
}

/** A new key, unless there is one. The command makes it, so that one place knows what a key looks like. */
async function encryptionKey(
  { folder, run }: InitNeeds,
  { file, args }: Pick<Step, 'file' | 'args'>,
): Promise<Readonly<Record<string, string>>> {
  if ('SSO_ENCRYPTION_KEYS' in readEnvFile(folder)) return {}
  const { exitCode, stdout } = await run({ file, args: [...args, 'keygen'] }, { capture: true })
  const [, key] = /^SSO_ENCRYPTION_KEYS=(\S+)$/m.exec(stdout) ?? []
  if (exitCode !== 0 || key === undefined)
    throw new Stopped('"portico-program keygen" made no key. Its own message is above.')
  return { SSO_ENCRYPTION_KEYS: key }
}

function writeSettings(
  { folder, say }: InitNeeds,
  found: {
    readonly identity: string
    readonly choices: Choices
    readonly registration: { readonly clientId: string; readonly clientSecret: string } | null
    readonly key: Readonly<Record<string, string>>
  },
): void {
  const { identity, choices, registration, key } = found
  keepOutOfGit(folder, ['.env', '.portico/', 'node_modules/'])
  const added = addToEnvFile(folder, {
    SSO_IDENTITY_URL: identity,
    ...(registration && {
      SSO_CLIENT_ID: registration.clientId,
      SSO_CLIENT_SECRET: registration.clientSecret,
    }),
    SSO_PROGRAM_URL: choices.program,
    SSO_RETURN_URIS: `${choices.program}/signed-in`,
    ...key,
    ...(choices.database !== null && { DATABASE_URL: choices.database }),
    ...portSetting(choices.program),
  })
  if (added.length > 0) say(`Wrote ${added.join(', ')} to .env.`)
}

function portSetting(program: string): Readonly<Record<string, string>> {
  const port = portOf(program)
  return port === null ? {} : { PORT: port }
}

/** The port of a program on this machine, if it is not the usual one. Elsewhere, a proxy has the port of the address. */
function portOf(program: string): string | null {
  const { hostname, port } = new URL(program)
  return hostname === 'localhost' && port !== '' && port !== '3000' ? port : null
}

/** Makes the tables and runs `doctor`, with the database for development if there is no other. */
async function finish(
  needs: InitNeeds,
  command: Pick<Step, 'file' | 'args'>,
  choices: Choices & Written,
): Promise<0 | 1> {
  const environment = readEnvFile(needs.folder)
  const own = [command.file, ...command.args]
  for (const name of ['migrate', 'doctor']) {
    const line = choices.database === null ? [...developmentDatabase(needs), ...own, name] : [...own, name]
    const [file = '', ...args] = line
    const { exitCode } = await needs.run({ file, args, environment })
    if (exitCode !== 0) {
      needs.say(`"portico-program ${name}" found a problem: see above. Mend it, and run this command again.`)
      return 1
    }
  }
  needs.say(
    `\nReady. Start the program with "npm run ${choices.script}", and open ${choices.program}${choices.page} in a browser.`,
  )
  return 0
}

function developmentDatabase({ folder }: InitNeeds): readonly string[] {
  const find = createRequire(join(folder, 'package.json'))
  try {
    const home = join(find.resolve('@portico/embedded-postgres/package.json'), '..')
    return [process.execPath, join(home, 'bin', 'portico-postgres.mjs'), DATABASE_FOLDER, '--']
  } catch {
    throw new Stopped(
      '@portico/embedded-postgres is not installed here. Run "npm install --save-dev @portico/embedded-postgres", or give --database.',
    )
  }
}
