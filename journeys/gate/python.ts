import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findTool, runTool } from '../deploy/tools.ts'

/** A Python with the packages of a file, or why there is none. */
export type Python = { readonly program: string } | { readonly missing: string }

/**
 * Makes a virtual environment with these packages, outside of the repository, and keeps it for the next run. The package
 * index may be out of reach, and Python may be too old. Then the tests that need it are skipped.
 */
export async function pythonWith(requirements: string): Promise<Python> {
  const python = findTool('python3')
  if (!python) return { missing: 'python3 is missing' }
  const { out: version } = await runTool(python, ['--version'])
  const wanted = createHash('sha256')
    .update(version + readFileSync(requirements, 'utf8'))
    .digest('hex')
  const folder = join(tmpdir(), `portico-python-${wanted.slice(0, 16)}`)
  const program = join(folder, 'bin', 'python')
  if (existsSync(program)) return { program }
  const unfinished = `${folder}.${process.pid}`
  const missing = await install(python, unfinished, requirements)
  if (missing === null && !existsSync(folder)) renameSync(unfinished, folder)
  rmSync(unfinished, { recursive: true, force: true })
  return missing === null ? { program } : { missing }
}

async function install(python: string, folder: string, requirements: string): Promise<string | null> {
  const made = await runTool(python, ['-m', 'venv', folder])
  if (made.code !== 0) return `${python} -m venv does not work: ${lastLine(made.out + made.err)}`
  const options = ['--quiet', '--disable-pip-version-check', '--retries', '1', '--timeout', '10']
  const pip = ['-m', 'pip', 'install', ...options, '-r', requirements]
  const installed = await runTool(join(folder, 'bin', 'python'), pip)
  return installed.code === 0 ? null : `pip cannot install the packages: ${lastLine(installed.err)}`
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}
