import { filesBelow } from '../checks/lib/source-files.ts'
import type { Measure } from './measure.ts'

/** The rooms of the core, with the names that they have or may get. */
const CORE = [
  'platform',
  'access',
  'oauth',
  'tokens',
  'introspection',
  'userinfo',
  'discovery',
  'authorization',
  'sessions',
  'clients',
  'citizens',
  'attempts',
  'sign-in',
  'enrollment',
  'recovery',
  'hosted-page',
  'mailed-links',
  'rate-limits',
].map((room) => `packages/identity/src/${room}`)

const LABORATORY = ['bench', 'siege', 'journeys', 'lab']

/** Lines of the core, without tests. */
export function linesOfCore(): Measure {
  return linesOf('lines of the core without tests', CORE, 8800)
}

/** Lines of the laboratory and of the helpers of the journeys, without tests. */
export function linesOfLaboratory(): Measure {
  return linesOf("lines of bench, siege and the journeys' kit", LABORATORY, 7500)
}

function linesOf(name: string, folders: readonly string[], wanted: number): Measure {
  const counts = folders.map((folder) => ({ folder, lines: countLines(folder) }))
  const now = counts.reduce((sum, { lines }) => sum + lines, 0)
  const found = counts.filter(({ lines }) => lines > 0).map(({ folder, lines }) => `${folder}: ${lines}`)
  return { name, now, wanted, found }
}

function countLines(folder: string): number {
  const files = filesBelow(
    [folder],
    (path) => /\.(ts|mjs)$/.test(path) && !/\.(test|test-d|fixture)\.ts$/.test(path),
  )
  return files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
}
