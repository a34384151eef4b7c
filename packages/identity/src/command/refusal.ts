import { type Command, CommandRefused, UsageFault } from './command.ts'
import { usageOf } from './help.ts'
import { harmless } from './present.ts'

/** What a command with `--json` prints on the standard error where it answers nothing. Its schema is in `refusal-schema.ts`. */
export interface Refusal {
  /** Whether the command line is wrong, the command was refused, or it failed. */
  readonly kind: 'usage' | 'refused' | 'failed'
  /** Why, as a name. */
  readonly because: string
  readonly says: string
  /** Each fault, where there may be several. */
  readonly faults: readonly string[]
  /** How the command is called, where the command line is wrong. */
  readonly usage: string | null
  readonly exit_code: 1 | 2
}

/** Whether a command line asks for JSON, also one that cannot be read. */
export function asksForJson(args: readonly string[]): boolean {
  return args.slice(0, args.indexOf('--') >>> 0).includes('--json')
}

/** Says on the standard error why a command ended. Returns the exit code. */
export async function complain(
  { err }: { err(line: string): void },
  error: unknown,
  { command, asJson }: { readonly command?: Command | undefined; readonly asJson: boolean },
): Promise<1 | 2> {
  const { refusal, lines } = await saidOf(error, command)
  // One line, because what a command says while it works stands before it.
  const said = asJson ? [JSON.stringify(refusal, harmlessText)] : lines
  // Nothing more where one of several processes has said it.
  if (lines.length > 0) for (const line of said) err(line.split('\n').map(harmless).join('\n'))
  return refusal.exit_code
}

const harmlessText = (_: string, value: unknown) => (typeof value === 'string' ? harmless(value) : value)

interface Said {
  readonly refusal: Refusal
  readonly lines: readonly string[]
}

async function saidOf(error: unknown, command: Command | undefined): Promise<Said> {
  if (error instanceof UsageFault) return saidOfUsage(error, command)
  if (error instanceof CommandRefused) {
    const { message, because, faults } = error
    return {
      refusal: { ...{ kind: 'refused', because, usage: null, exit_code: 1 }, ...headOf(message, faults) },
      lines: [`portico: ${message}`],
    }
  }
  const { complaintsAbout, faultsIn, nameOf, sayWhy } = await import('./trouble.ts')
  const told = headOf(sayWhy(error), faultsIn(error))
  return {
    refusal: { ...{ kind: 'failed', because: nameOf(error), usage: null, exit_code: 1 }, ...told },
    lines: complaintsAbout(error),
  }
}

function saidOfUsage({ message, because: typed }: UsageFault, command: Command | undefined): Said {
  const usage = command ? usageOf(command) : null
  const because = typed ?? 'wrong-usage'
  return {
    refusal: { ...{ kind: 'usage', because, says: message, faults: [], exit_code: 2 }, usage },
    lines: command
      ? [`portico ${command.words}: ${message}`, `Usage: ${usage}`]
      : [`portico: ${message}`, 'Try: portico --help'],
  }
}

/** The faults stand behind the first line of a sentence about several. */
function headOf(message: string, faults: readonly string[]): Pick<Refusal, 'says' | 'faults'> {
  return { says: faults.length === 0 ? message : (message.split('\n', 1)[0] ?? ''), faults }
}
