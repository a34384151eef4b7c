import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { SsoConfigError } from '@portico/program'
import type { Environment } from './setting-reader.ts'

/** The option that names a file of settings. */
export const SETTINGS_OPTION = {
  settings: { value: 'FILE', meaning: 'a file of settings; a variable of the environment counts more' },
}

const OPTION = '--settings'

/** A command line with `--settings FILE` behind the command, wherever it stands. */
export function settingsLast(args: readonly string[]): readonly string[] {
  const at = args.findIndex((arg) => arg === OPTION || arg.startsWith(`${OPTION}=`))
  if (at === -1) return args
  const end = at + (args[at] === OPTION ? 2 : 1)
  return [...args.slice(0, at), ...args.slice(end), ...args.slice(at, end)]
}

/**
 * The environment with the settings of a file of lines such as `NAME="a value"`. A variable of the environment counts more.
 * Throws SsoConfigError where the file cannot be read.
 */
export function withSettingsFile(file: string | undefined, environment: Environment): Environment {
  if (file === undefined) return environment
  try {
    return { ...parseEnv(readFileSync(file, 'utf8')), ...environment }
  } catch (error) {
    const got = error instanceof Error ? error.message : 'nothing'
    const fix = `name a file that this user may read: ${OPTION} gate.env`
    throw new SsoConfigError([{ path: OPTION, got, expected: 'must be a file of settings', fix }])
  }
}
