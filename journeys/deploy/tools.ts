import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the repository. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

const USUAL_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/bin', '/usr/local/bin']

/** The path of a program of this machine, or undefined. A test that needs it is skipped where it is missing. */
export function findTool(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...USUAL_FOLDERS]
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** How a program ended. */
export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a program to its end. */
export function runTool(
  file: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv; readonly timeout?: number } = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(file, args, { maxBuffer: 64 * 1024 ** 2, ...options }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), out, err })
    })
    child.stdin?.end()
  })
}
