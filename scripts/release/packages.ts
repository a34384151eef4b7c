import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGES } from '../published.mjs'

/** The published packages, each behind those that it depends on. */
export const PUBLISHED: readonly string[] = PACKAGES.map(({ folder }) => folder)

/** What a release reads of a manifest. */
export interface Manifest {
  readonly name: string
  readonly version: string
}

/** The manifest in a folder. */
export function manifestIn(folder: string): Manifest & Record<string, unknown> {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest & Record<string, unknown>
}
