import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { inherited } from '../../../packages/identity/testing/inherited.ts'

const COMMAND = fileURLToPath(new URL('../../../packages/program/bin/portico-program.mjs', import.meta.url))

/** The result of a command. */
export interface Ran {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs `portico-program` as a developer would, with only these settings. */
export function runCommand(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<Ran> {
  const env = { ...inherited(), ...settings }
  return new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, ...args], { env }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : Number(error.code)
      resolve({ exitCode, stdout, stderr })
    })
  })
}
