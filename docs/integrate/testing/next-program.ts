import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findTool, ROOT, runTool } from '../../../journeys/deploy/tools.ts'
import { keptFolder } from '../../../journeys/kit/kept-folder.ts'
import { sharedBuild } from '../../../scripts/test-build.ts'

/** What a reader installs for the sample. The repository does without: Next.js has compiled code of 370 MB. */
const PACKAGES = [
  'next@16.4.6',
  'react@19.3.1',
  'react-dom@19.3.1',
  'pg@8.23.1',
  'oauth4webapi@3.8.8',
  'typescript@6.0.3',
  '@types/node@24.19.2',
  '@types/pg@8.23.1',
  '@types/react@19.3.0',
]

const MAX_BUILD_SECONDS = 120

/** The folder of the program that was built, or why there is none. */
export type NextProgram = { readonly folder: string } | { readonly missing: string }

/**
 * Installs Next.js outside of the repository, where it is kept for the next run. The registry may be out of reach; then
 * the tests that need it are skipped.
 */
export async function installNext(): Promise<NextProgram> {
  const npm = findTool('npm')
  if (!npm) return { missing: 'npm is missing' }
  const digest = createHash('sha256')
    .update(`${process.version}${PACKAGES.join(' ')}`)
    .digest('hex')
  const folder = keptFolder(`next-${digest.slice(0, 16)}`)
  if (existsSync(folder)) return { folder }
  const unfinished = `${folder}.${process.pid}`
  mkdirSync(unfinished)
  writeFileSync(join(unfinished, 'package.json'), '{ "name": "permits", "private": true }')
  const options = [
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--fetch-retries=1',
    '--fetch-timeout=20000',
  ]
  const { code, err } = await runTool(npm, ['install', ...options, ...PACKAGES], { cwd: unfinished })
  if (code === 0 && !existsSync(folder)) renameSync(unfinished, folder)
  rmSync(unfinished, { recursive: true, force: true })
  return code === 0 ? { folder } : { missing: `npm cannot install Next.js: ${err.trim().split('\n').at(-1)}` }
}

/** Puts the sample and the package beside what is installed, and runs `next build`, without any setting. */
export async function buildNext(folder: string): Promise<void> {
  for (const old of ['app', 'lib', '.next']) rmSync(join(folder, old), { recursive: true, force: true })
  cpSync(join(ROOT, 'docs/integrate/samples/next'), folder, { recursive: true })
  await putPackage(folder)
  await runNext(folder, 'build')
}

/** Puts the package, as `npm run build` makes it, beside what is installed. */
export async function putPackage(folder: string): Promise<void> {
  const target = join(folder, 'node_modules/@portico/program')
  rmSync(target, { recursive: true, force: true })
  cpSync(join((await sharedBuild()).folder, 'npm/program'), target, { recursive: true })
}

/** Runs a command of Next.js to its end. */
export async function runNext(folder: string, command: 'build'): Promise<void> {
  await succeed(folder, [join(folder, 'node_modules/next/dist/bin/next'), command])
}

async function succeed(cwd: string, args: readonly string[]): Promise<void> {
  const { PATH = '' } = process.env
  const env = { PATH, NEXT_TELEMETRY_DISABLED: '1', CI: '1' }
  const { code, out, err } = await runTool(process.execPath, args, {
    ...{ cwd, env, timeout: MAX_BUILD_SECONDS * 1000 },
  })
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${out}${err}`)
}
