import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { processEnvironment } from '../config.ts'
import { CommandRefused, UsageFault } from './command.ts'

/** What `init` runs of the package that connects programs. */
interface CreatorPackage {
  createProgram(args: readonly string[], surroundings: Surroundings): Promise<0 | 1>
}

interface Surroundings {
  say(line: string): void
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly command: { readonly file: string; readonly args: readonly string[] }
}

/** In a variable, so that no bundler follows it: nothing of a program that runs leads to the package. */
const PACKAGE: string = '@portico/create-program'

/** The file of this command, which `init` runs again for `keygen`, `migrate` and `doctor`. */
const COMMAND_FILE = fileURLToPath(new URL('../../bin/portico-program.mjs', import.meta.url))

/** Connects the program in the working directory. Where the package for it is not installed, npm brings the one of this release. */
export async function init(
  args: readonly string[],
  say: (line: string) => void,
  environment = processEnvironment(),
): Promise<0 | 1> {
  const creator = await loadCreator()
  if (!creator) return create(args, environment)
  const command = { file: process.execPath, args: [COMMAND_FILE] }
  return creator.createProgram(args, { say, environment, command }).catch(refuseOptions)
}

/** Recognised by its name, because the package may be missing. What follows its first line is the help. */
function refuseOptions(error: unknown): never {
  if (!(error instanceof Error && error.name === 'WrongOptions')) throw error
  throw new UsageFault(error.message.split('\n', 1)[0])
}

async function loadCreator(): Promise<CreatorPackage | null> {
  try {
    const creator: CreatorPackage = await import(PACKAGE)
    return creator
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    if (isMissing && error.message.includes(`'${PACKAGE}'`)) return null
    throw error
  }
}

/** `npm create` asks at a terminal before it installs. Without one it would not ask, so it is not run there. */
function create(args: readonly string[], environment: Surroundings['environment']): Promise<0 | 1> {
  if (!process.stdin.isTTY)
    throw new CommandRefused(
      `To connect this program, ${PACKAGE} is needed: run npm install --save-dev ${PACKAGE}@${ownVersion()}, then this command again.`,
      'no-package',
    )
  const line = ['create', `@portico/program@${ownVersion()}`, '--', ...args]
  return new Promise((resolve, reject) => {
    const child = spawn('npm', line, { env: environment, stdio: 'inherit' })
    child.once('error', reject)
    child.once('close', (code) => resolve(code === 0 ? 0 : 1))
  })
}

/** The version of this package. */
export function ownVersion(): string {
  const about = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return /"version": "([^"]+)"/.exec(about)?.[1] ?? ''
}
