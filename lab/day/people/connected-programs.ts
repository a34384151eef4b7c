import { basic } from '../../../packages/identity/testing/people.ts'
import type { RunCommand } from '../../kit/run-command.ts'
import { ADMINISTRATOR } from './operators.ts'

/** A program that citizens sign in to. Its secret changes when it leaks. */
export interface ConnectedProgram {
  readonly name: string
  readonly clientId: string
  readonly redirectUri: string
  secret: string
  secretId: string
  /** `Authorization: Basic …`. */
  readonly basic: string
  /** The address of its back end, as `X-Forwarded-For`. */
  readonly address: string
}

/** The five programs of the day, and one that was closed long ago. */
const NAMES = ['Parking Permits', 'Library', 'School Places', 'Waste Calendar', 'Tax Office'] as const
const CLOSED = 'Dog Register'

/** Requests a minute of a program: of all its citizens, from one address. */
const PER_MINUTE = '1000000'

/** Registers the programs by the command. */
export async function connectPrograms(command: RunCommand): Promise<{
  readonly programs: readonly ConnectedProgram[]
  readonly closed: ConnectedProgram
}> {
  const programs: ConnectedProgram[] = []
  for (const name of [...NAMES, CLOSED]) programs.push(await connect(command, name, programs.length))
  const closed = programs.pop()
  if (!closed) throw new Error('No program was registered')
  const words = ['client', 'disable', closed.clientId]
  await command({ words, as: ADMINISTRATOR, reason: 'Dogs are registered by the tax office now' })
  return { programs, closed }
}

interface Added {
  readonly client_id: string
  readonly client_secret: string
  readonly secret_id: string
}

async function connect(command: RunCommand, name: string, number: number): Promise<ConnectedProgram> {
  const host = `${name.toLowerCase().replaceAll(' ', '-')}.example.test`
  const redirectUri = `https://${host}/api/v1/sso/callback/`
  const limits = ['--token-limit', PER_MINUTE, '--introspection-limit', PER_MINUTE]
  const added = await command<Added>({
    words: ['client', 'add', name, '--redirect-uri', redirectUri, ...limits],
    ...{ as: ADMINISTRATOR, reason: `${name} signs citizens in` },
  })
  const program: ConnectedProgram = {
    ...{
      name,
      clientId: added.client_id,
      redirectUri,
      secret: added.client_secret,
      secretId: added.secret_id,
    },
    get basic() {
      return basic(program.clientId, program.secret)
    },
    address: `192.0.2.${number + 1}`,
  }
  return program
}
