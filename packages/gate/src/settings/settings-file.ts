import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { SsoConfigError } from '@portico/program'
import type { Environment } from './setting-reader.ts'

/** A command line without `--settings FILE`, and the file that it names. */
export interface CommandLine {
  readonly args: readonly string[]
  /** Null without the option. Undefined if the option names no file. */
  readonly file: string | null | undefined
}

const OPTION = '--settings'

/** Takes `--settings FILE` out of a command line. */
export function takeSettingsFile(args: readonly string[]): CommandLine {
  const at = args.findIndex((arg) => arg === OPTION || arg.startsWith(`${OPTION}=`))
  if (at === -1) return { args, file: null }
  const [before, after] = [args.slice(0, at), args.slice(at + 1)]
  const [, written] = /=(.*)/.exec(args[at] ?? '') ?? []
  return written === undefined
    ? { args: [...before, ...after.slice(1)], file: after[0] }
    : { args: [...before, ...after], file: written }
}

/**
 * The environment with the settings of a file of lines such as `NAME="a value"`. A variable of the environment counts more.
 * Throws SsoConfigError where the file cannot be read.
 */
export function withSettingsFile(file: CommandLine['file'], environment: Environment): Environment {
  if (file === null) return environment
  try {
    return { ...parseEnv(readFileSync(file ?? '', 'utf8')), ...environment }
  } catch (error) {
    const got = error instanceof Error ? error.message : 'nothing'
    const fix = `name a file that this user may read: ${OPTION} gate.env`
    throw new SsoConfigError([{ path: OPTION, got, expected: 'must be a file of settings', fix }])
  }
}
