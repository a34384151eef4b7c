import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BaseSequencer, createVitest, type TestSpecification, type Vitest } from 'vitest/node'
import type { Answer, Order } from './order.ts'

/**
 * A process that runs chosen tests of a copy of the tree, again and again, each time with another change. It is started in the copy, and
 * keeps what Vitest has read. The tests find the PostgreSQL that the command has started.
 */
const root = process.cwd()

/** The cheapest tests come first, as the order says. */
class AsOrdered extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
  }
}

const vitest = await createVitest(
  {
    ...{ root, config: false, watch: false, run: true, bail: 1, passWithNoTests: true },
    ...{ maxWorkers: 1, fileParallelism: false, isolate: false, reporters: [] },
    ...{ globalSetup: ['lab/mutants/run/provide-server.ts', 'scripts/test-programs.ts'] },
    ...{ setupFiles: ['lab/mutants/run/note-functions.ts'], include: ['packages/**/*.test.ts'] },
    sequence: { sequencer: AsOrdered },
    ...{ hookTimeout: 240_000, expect: { poll: { timeout: 20_000 } } },
    testTimeout: Number(process.env['MUTANTS_TEST_MILLISECONDS']),
  },
  { server: { watch: null } },
)
await vitest.standalone()

process.on('message', (order: Order) => {
  void run(vitest, order).then((answer) => process.send?.(answer))
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')

async function run(host: Vitest, { file, source, text, tests }: Order): Promise<Answer> {
  change(host, file, text)
  try {
    const { testModules, unhandledErrors } = await host.runTestSpecifications(specificationsOf(host, tests))
    // Vitest also tells what earlier orders have left of other files.
    const asked = testModules.filter(({ moduleId }) =>
      tests.some(({ file: test }) => join(root, test) === moduleId),
    )
    const results = asked.map((module) => ({
      file: module.moduleId.slice(root.length + 1),
      ok: module.ok(),
      milliseconds: module.diagnostic().duration,
      tests: Array.from(module.children.allTests(), (test) => ({
        name: test.fullName,
        state: test.result().state,
        milliseconds: test.diagnostic()?.duration ?? 0,
        error: test.result().errors?.[0]?.message ?? '',
      })),
      error: module.errors()[0]?.message ?? '',
    }))
    return { results, errors: unhandledErrors.map(String) }
  } finally {
    change(host, file, source)
  }
}

function change(host: Vitest, file: string, text: string): void {
  if (file === '') return
  writeFileSync(join(root, file), text)
  host.invalidateFile(join(root, file))
}

function specificationsOf(host: Vitest, tests: Order['tests']): TestSpecification[] {
  return tests.map(({ file, names }) =>
    host
      .getRootProject()
      .createSpecification(join(root, file), names ? { testNames: [...names] } : undefined),
  )
}
