import type { Choices } from './choices.ts'
import { type InitNeeds, Stopped } from './needs.ts'

/** What the identity service knows the program by. */
export interface Registration {
  readonly clientId: string
  readonly clientSecret: string
}

interface Program {
  readonly identity: string
  readonly name: string
  readonly callbackUrl: string
}

/**
 * Gets the program's client id and secret: the ones that are known already, or from the operator's command, from a simulator
 * on this machine, or from a person. Null where nobody can be asked.
 */
export async function register(
  needs: InitNeeds,
  choices: Choices,
  program: Program,
): Promise<Registration | null> {
  const clientSecret = needs.environment['SSO_CLIENT_SECRET'] ?? ''
  const known = { clientId: choices.clientId ?? '', clientSecret }
  if (isWhole(known)) return known
  if (known.clientId !== '') return ask(needs, known)
  if (choices.portico !== null) return registerAsOperator(needs, choices.portico, program)
  const simulated = await readSimulator(needs, program.identity)
  if (simulated) return simulated
  needs.say(operatorLines(program))
  return ask(needs, known)
}

/** The client of `portico dev`, which may redirect to this machine. A service elsewhere is not asked. */
async function readSimulator({ fetch, say }: InitNeeds, identity: string): Promise<Registration | null> {
  if (!/^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(identity)) return null
  const signal = AbortSignal.timeout(10_000)
  const answer = await fetch(`${identity}/dev/state`, { signal, redirect: 'manual' }).catch(() => null)
  const client = answer?.ok ? readClient(await answer.text().catch(() => '')) : null
  if (client) say('The identity service is a simulator, which has a client for programs on this machine.')
  return client
}

const isWhole = ({ clientId, clientSecret }: Registration) => clientId !== '' && clientSecret !== ''

/** Asks a person for what is not known. */
async function ask(needs: InitNeeds, known: Registration): Promise<Registration | null> {
  if (!needs.ask) return null
  const clientId = known.clientId || (await needs.ask('Client id', { isSecret: false }))
  const clientSecret =
    known.clientSecret || (await needs.ask('Client secret (it is not shown)', { isSecret: true }))
  const answered = { clientId, clientSecret }
  return isWhole(answered) ? answered : null
}

/** The command that the operator of the identity service runs for a program. */
export function operatorLines({ name, callbackUrl }: Omit<Program, 'identity'>): string {
  return [
    'The operator of the identity service registers the program with:',
    `  npx portico client add ${quoted(name)} --redirect-uri ${callbackUrl}`,
    'It prints a client id and a client secret.',
  ].join('\n')
}

async function registerAsOperator(
  { run, say }: InitNeeds,
  portico: string,
  { name, callbackUrl }: Program,
): Promise<Registration> {
  const [file = '', ...words] = portico.split(/\s+/).filter((word) => word !== '')
  const reason = ['--reason', 'npm create @portico/program']
  const args = [...words, 'client', 'add', name, '--redirect-uri', callbackUrl, ...reason, '--json']
  say(`Registering "${name}" with: ${portico} client add`)
  const { exitCode, stdout } = await run({ file, args }, { capture: true })
  const made = exitCode === 0 ? readClient(stdout) : null
  if (!made)
    throw new Stopped(
      `"${portico} client add" did not register the program (exit code ${exitCode}). Its own message is above. Run the command again without --portico if you are not the operator.`,
    )
  return made
}

function readClient(stdout: string): Registration | null {
  try {
    const client: unknown = JSON.parse(stdout)
    if (typeof client !== 'object' || client === null) return null
    const { client_id: clientId, client_secret: clientSecret } = client as Record<string, unknown>
    return typeof clientId === 'string' && typeof clientSecret === 'string'
      ? { clientId, clientSecret }
      : null
  } catch {
    return null
  }
}

/** A name as one word of a shell. */
function quoted(name: string): string {
  return `'${name.replaceAll("'", "'\\''")}'`
}
