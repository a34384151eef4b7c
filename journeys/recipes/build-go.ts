import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { findTool, runTool } from '../deploy/tools.ts'
import { TOOLS } from './stage.ts'

const go = findTool('go') ?? ''
const modules = join(TOOLS, 'go-modules')

/** Whether the recipes for Go can be built: from the modules that `npm run recipes` has got. */
export const hasGo = go !== '' && existsSync(modules)

/** Builds a recipe. Returns the program. */
export async function buildGo(source: string, folder: string): Promise<string> {
  const { PATH = '', HOME = '' } = process.env
  const command = join(folder, 'program')
  const flags = { GOFLAGS: '-buildvcs=false', GOTOOLCHAIN: 'local', GOPROXY: 'off', CGO_ENABLED: '0' }
  const env = { PATH, HOME, ...flags, GOMODCACHE: modules }
  const { code, err } = await runTool(go, ['build', '-o', command], { cwd: source, env })
  expect([code, err]).toEqual([0, ''])
  return command
}
