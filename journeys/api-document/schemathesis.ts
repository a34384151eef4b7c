import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keptFolder } from '../kit/kept-folder.ts'
import type { ApiDocument } from './document.ts'

/** The release that the tests were written with. Another one may find more. */
const VERSION = '4.32.5'

const INSTALL_MILLISECONDS = 180_000
/** A run takes a minute on a calm machine, and several on a busy one. */
export const RUN_MILLISECONDS = 600_000

/** The command line that starts it, or why there is none. */
export type Schemathesis = { readonly command: readonly string[] } | { readonly missing: string }

/**
 * Finds schemathesis: the command that `PORTICO_SCHEMATHESIS` names, or the release of these tests in the user's cache. It is
 * installed there where Python and its package index can be reached. Nothing is installed in the repository.
 */
export async function findSchemathesis(env: NodeJS.ProcessEnv = process.env): Promise<Schemathesis> {
  const named = env['PORTICO_SCHEMATHESIS']
  if (named) return { command: [named] }
  const folder = keptFolder(`schemathesis-${VERSION}`, env)
  const command = [join(folder, 'bin', 'python'), '-m', 'schemathesis.cli']
  if (existsSync(folder)) return { command }
  const python = await execute('python3', ['--version'])
  if (python.code !== 0) return missing('Python 3 is not installed')
  const trouble = await install(folder)
  return trouble === undefined ? { command } : missing(trouble)
}

function missing(because: string): Schemathesis {
  return {
    missing: `schemathesis ${VERSION} is not here: ${because}. Install it, and name its command in PORTICO_SCHEMATHESIS.`,
  }
}

/** Installs beside the folder and then renames: an installation that is cut off leaves nothing that looks complete. */
async function install(folder: string): Promise<string | undefined> {
  process.stderr.write(
    `installing schemathesis ${VERSION} in ${folder}, once, for the tests of the API documents\n`,
  )
  const fresh = `${folder}.${process.pid}`
  const options = { timeout: INSTALL_MILLISECONDS }
  const made = await execute('python3', ['-m', 'venv', fresh], options)
  const pip = ['-m', 'pip', 'install', '--quiet', '--only-binary', ':all:', `schemathesis==${VERSION}`]
  const got = made.code === 0 ? await execute(join(fresh, 'bin', 'python'), pip, options) : made
  if (got.code === 0) await rename(fresh, folder).catch(() => undefined)
  await rm(fresh, { recursive: true, force: true })
  return existsSync(folder) ? undefined : got.output.trim().split('\n').at(-1)
}

/** What a run tests, and what it must know. */
export interface Trial {
  readonly document: ApiDocument
  /** Where the requests go. */
  readonly url: string
  /** Settings in the form of `schemathesis.toml`. */
  readonly settings: string
}

/**
 * Sends the requests of schemathesis, with every check that it has. The seed is fixed, so that the same release sends the
 * same requests, and a failure comes again. `PORTICO_SCHEMATHESIS_EXAMPLES` and `PORTICO_SCHEMATHESIS_SEED` change both.
 */
export async function runTrial(command: readonly string[], { document, url, settings }: Trial) {
  const folder = await mkdtemp(join(tmpdir(), 'portico-schemathesis-'))
  const [documentFile, settingsFile] = [join(folder, 'openapi.json'), join(folder, 'schemathesis.toml')]
  await writeFile(documentFile, JSON.stringify(document))
  await writeFile(settingsFile, settings)
  const { PORTICO_SCHEMATHESIS_EXAMPLES: examples = '15', PORTICO_SCHEMATHESIS_SEED: seed = '1' } =
    process.env
  const [program = '', ...first] = command
  const numbers = ['--max-examples', examples, ...(seed === 'random' ? [] : ['--seed', seed])]
  const args = [
    ...[...first, '--config-file', settingsFile, 'run', documentFile, '--url', url, '--checks', 'all'],
    ...[...numbers, '--max-redirects', '0', '--continue-on-failure', '--generation-database', 'none'],
    ...['--no-color', '--warnings', 'off', '--output-truncate', 'false'],
  ]
  const result = await execute(program, args, { cwd: folder, timeout: RUN_MILLISECONDS })
  await rm(folder, { recursive: true, force: true })
  return result
}

/** Runs a program to its end. One that cannot start has the code 127. */
function execute(
  program: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly timeout?: number } = {},
): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    execFile(program, [...args], { ...options, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      const code = error ? (typeof error.code === 'number' ? error.code : 127) : 0
      resolve({ code, output: `${stdout}${stderr}` || String(error?.message ?? '') })
    })
  })
}
