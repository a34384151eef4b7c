import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { isWorldTest } from './world-tests.ts'

/**
 * What a test file needs, by what it imports itself or through other files; `mocking` needs a process of its own, and `world`
 * is a list (`scripts/world-tests.ts`).
 */
export type TestProject = 'pure' | 'processes' | 'database' | 'browser' | 'mocking' | 'world'

const TESTS = '{packages,docs,examples,journeys,scripts,lab}/**/*.test.ts'

/** Values that a file imports or exports again; `import type` brings nothing to run. */
const IMPORTS = /^(?:import|export)\s(?!type\s)[^'"`;]*?from\s*'([^']+)'|\bimport\s*\(?\s*'([^']+)'/gm

/** The words that show a need where they stand. The global set-up, which "pure" goes without, provides the server. */
const NEEDS = {
  browser: /from\s'playwright-core'/,
  database: /\binject\('testServer'\)/,
  processes: /^import\s(?!type\s)[^'"`;]*?from\s'node:child_process'/m,
} as const

/** A module that another file of the process has loaded can no longer be replaced. */
const MOCKS = /^vi\.mock\(/m

/** All test files below a folder, by project; a file with several needs is in the project of the first of them, as they stand here. */
export function sortTests(root: string): Readonly<Record<TestProject, readonly string[]>> {
  const tests = globSync(TESTS, { cwd: root, exclude: (name) => name.split('/').includes('node_modules') })
  const graph = readGraph(tests.map((path) => join(root, path)))
  const browser = filesThatReach(graph, NEEDS.browser)
  const database = filesThatReach(graph, NEEDS.database)
  const processes = filesThatReach(graph, NEEDS.processes)
  const projectOf = (file: string): TestProject => {
    if (isWorldTest(relative(root, file))) return 'world'
    if (MOCKS.test(graph.get(file)?.text ?? '')) return 'mocking'
    if (browser.has(file)) return 'browser'
    if (database.has(file)) return 'database'
    return processes.has(file) ? 'processes' : 'pure'
  }
  const sorted: Record<TestProject, string[]> = {
    ...{ pure: [], processes: [], database: [], browser: [], mocking: [], world: [] },
  }
  for (const path of tests) sorted[projectOf(join(root, path))].push(path)
  return sorted
}

interface SourceFile {
  readonly text: string
  readonly imports: readonly string[]
}

function readGraph(starts: readonly string[]): ReadonlyMap<string, SourceFile> {
  const graph = new Map<string, SourceFile>()
  const waiting = [...starts]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (graph.has(file)) continue
    const text = readFileSync(file, 'utf8')
    const folder = dirname(file)
    const imports = Array.from(text.matchAll(IMPORTS), (found) => found[1] ?? found[2] ?? '')
      .filter((path) => path.startsWith('.') && /\.m?[tj]s$/.test(path))
      .map((path) => resolve(folder, path))
      .filter((path) => graph.has(path) || existsSync(path))
    graph.set(file, { text, imports })
    waiting.push(...imports)
  }
  return graph
}

function filesThatReach(graph: ReadonlyMap<string, SourceFile>, need: RegExp): ReadonlySet<string> {
  const importers = new Map<string, string[]>()
  for (const [file, { imports }] of graph)
    for (const path of imports) importers.set(path, [...(importers.get(path) ?? []), file])
  const found = new Set<string>()
  const waiting = [...graph].filter(([, { text }]) => need.test(text)).map(([file]) => file)
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue
    found.add(file)
    waiting.push(...(importers.get(file) ?? []))
  }
  return found
}
