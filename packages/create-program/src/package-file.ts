import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Choices, databaseKind, FRAMEWORKS, type Framework } from './choices.ts'
import { Stopped } from './needs.ts'

type Manifest = Readonly<Record<string, unknown>>

/** The program's package.json. */
export interface PackageFile {
  readonly name: string
  /** The framework among its dependencies, or null. */
  readonly framework: Framework | null
  /** Whether `.js` files are modules. */
  readonly isModule: boolean
  has(dependency: string): boolean
}

/** The package that a framework is known by, where it is not its name. A Nest program may have Express beside it. */
const NAMES: Partial<Record<Framework, string>> = { nest: '@nestjs/core' }

/** Reads package.json. Makes a small one where there is none. Throws Stopped where it cannot be read. */
export function openPackageFile(folder: string): PackageFile & { readonly isNew: boolean } {
  const found = read(folder)
  const manifest: Manifest = found ?? { name: nameOf(folder), private: true, type: 'module' }
  if (!found) write(folder, manifest)
  const known = { ...section(manifest, 'dependencies'), ...section(manifest, 'devDependencies') }
  return {
    name: typeof manifest['name'] === 'string' ? manifest['name'] : basename(folder),
    framework: FRAMEWORKS.find((name) => (NAMES[name] ?? name) in known) ?? null,
    isModule: manifest['type'] === 'module',
    has: (dependency) => dependency in known,
    isNew: found === null,
  }
}

/** The names of the script that starts the first lines. The second one is for a program that has a `dev` of its own. */
const SCRIPTS = ['dev', 'dev:portico'] as const

/** Adds the script that starts the first lines, unless it is there. Returns its name, and whether it was added. */
export function addStartScript(
  folder: string,
  line: string,
): { readonly name: string; readonly isNew: boolean } {
  const manifest = read(folder) ?? {}
  const scripts = section(manifest, 'scripts')
  const there = SCRIPTS.find((name) => scripts[name] === line)
  if (there) return { name: there, isNew: false }
  const name = SCRIPTS.find((free) => !(free in scripts)) ?? 'dev:portico'
  write(folder, { ...manifest, scripts: { ...scripts, [name]: line } })
  return { name, isNew: true }
}

/** The packages that the lines of `init` import, and that the program lacks. */
export function missingPackages(
  file: PackageFile,
  { framework, database }: { framework: Framework } & Pick<Choices, 'database'>,
): { readonly dependencies: readonly string[]; readonly forDevelopment: readonly string[] } {
  const ofFramework = {
    next: ['next', 'react', 'react-dom'],
    nest: ['@nestjs/common', '@nestjs/core', '@nestjs/platform-express', 'reflect-metadata', 'rxjs'],
    express: ['express'],
    fastify: ['fastify'],
    hono: ['hono', '@hono/node-server'],
    node: [],
  }
  const ofDatabase = { postgres: ['pg'], mysql: ['mysql2'], sqlite: [] }[databaseKind(database)]
  const lacking = (names: readonly string[]) => names.filter((name) => !file.has(name))
  return {
    dependencies: lacking(['@portico/program', ...ofFramework[framework], ...ofDatabase]),
    forDevelopment: lacking(database === null ? ['@portico/embedded-postgres'] : []),
  }
}

function read(folder: string): Manifest | null {
  const path = join(folder, 'package.json')
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return null
  }
  try {
    const manifest: unknown = JSON.parse(text)
    if (isObject(manifest)) return manifest
  } catch {
    // The line below says so.
  }
  throw new Stopped(`${path} is not a JSON object. Correct it, and run the command again.`)
}

function write(folder: string, manifest: Manifest): void {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

function section(manifest: Manifest, name: string): Readonly<Record<string, unknown>> {
  const found = manifest[name]
  return isObject(found) ? found : {}
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function nameOf(folder: string): string {
  return (
    basename(folder)
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, '-')
      .replace(/^[._-]+/, '') || 'program'
  )
}
