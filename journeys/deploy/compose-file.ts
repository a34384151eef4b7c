import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readYaml } from '../../packages/identity/testing/read-yaml.ts'
import { ROOT } from './tools.ts'

/** A container as compose files say it; what a file leaves out is undefined. */
export interface ComposeService {
  readonly image: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string | number>>
  readonly secrets?: readonly string[]
  readonly ports?: readonly string[]
  readonly networks: readonly string[] | Readonly<Record<string, unknown>>
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly [field: string]: unknown
}

/** What compose files say together. */
export interface Composed {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
  readonly networks: Readonly<Record<string, unknown>>
}

/** Reads files of `deploy/container/` as `docker compose -f ONE -f OTHER` does. Throws the sentence of a variable that must be set and is not. */
export function readCompose(
  files: readonly string[],
  environment: Readonly<Record<string, string>>,
): Composed {
  const read = files.map((file) => {
    const text = readFileSync(join(ROOT, 'deploy/container', file), 'utf8')
    return fillIn(readYaml(text)[0], environment)
  })
  return read.reduce(merge) as Composed
}

const VARIABLE = /\$\{([A-Z_]+)(?::([?-])([^}]*))?\}/g

function fillIn(value: unknown, environment: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string')
    return value.replace(VARIABLE, (_, name: string, way: string | undefined, text = '') => {
      const given = environment[name]
      if (way === '?' && !given) throw new Error(`${name}: ${text}`)
      return given || text
    })
  if (Array.isArray(value)) return value.map((one) => fillIn(one, environment))
  if (!isMap(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fillIn(one, environment)]))
}

/** What the later file says wins. No file here adds to a list of another one. */
function merge(before: unknown, after: unknown): unknown {
  if (!isMap(before) || !isMap(after)) return after
  const merged = Object.entries(after).map(([name, one]) => [
    name,
    name in before ? merge(before[name], one) : one,
  ])
  return { ...before, ...Object.fromEntries(merged) }
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
