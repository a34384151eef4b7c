import { type ConfigProblem, SsoConfigError } from './config-error.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** A secret is a short line. A larger file is another one, named by mistake. */
const MOST_BYTES = 65_536

/**
 * Reads secret settings: the value of `NAME`, or the content of the file that `NAME_FILE` names. A name without either
 * gets `''`. Throws SsoConfigError with all files that are wrong, and repeats no secret.
 */
export function readSecrets<Name extends string>(
  environment: Readonly<Record<string, string | undefined>>,
  names: readonly Name[],
): Readonly<Record<Name, string>> {
  const read = names.map((name) => [name, readSecret(environment, name)] as const)
  const problems = read.flatMap(([, one]) => ('problem' in one ? [one.problem] : []))
  if (problems.length > 0) throw new SsoConfigError(problems)
  const values = read.map(([name, one]) => [name, 'value' in one ? one.value : ''])
  return Object.fromEntries(values) as Readonly<Record<Name, string>>
}

type Read = { readonly value: string } | { readonly problem: ConfigProblem }

function readSecret(environment: Environment, name: string): Read {
  const value = environment[name]?.trim() ?? ''
  const path = environment[`${name}_FILE`]?.trim() ?? ''
  if (path === '') return { value }
  const problem = (expected: string, fix: string) => ({
    problem: { path: `${name}_FILE`, got: JSON.stringify(path), expected, fix },
  })
  if (value !== '') return problem(`may not be set beside ${name}`, 'remove one of them')
  return readFile(path, problem)
}

function readFile(path: string, problem: (expected: string, fix: string) => Read): Read {
  // Not imported, so that the program side also runs where there is no file system.
  const files = globalThis.process?.getBuiltinModule?.('node:fs')
  if (!files) return problem('needs a Node that has process.getBuiltinModule', 'use Node 20.16 or newer')
  try {
    const about = files.statSync(path)
    if (!about.isFile() || about.size > MOST_BYTES)
      return problem('must be a regular file of at most 64 KiB', 'name a file that has only the value')
    const value = files.readFileSync(path, 'utf8').trim()
    if (value === '') return problem('must not be empty', 'write the value into the file')
    return { value }
  } catch (error) {
    return unreadable(error, problem)
  }
}

function unreadable(error: unknown, problem: (expected: string, fix: string) => Read): Read {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
  if (code === 'ENOENT') return problem('must exist', 'make the file, or correct the path')
  return problem(`cannot be read (${code})`, 'let the user that runs the program read the file')
}
