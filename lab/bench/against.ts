import { startMailServer } from '../../journeys/kit/mail-server.ts'
import { createDatabase } from '../../journeys/kit/postgres-server.ts'
import type { Load } from '../kit/load/plan.ts'
import type { Candidate } from './candidates/candidate.ts'
import { addContractPeople, addContractProgram } from './candidates/contract-people.ts'
import { checkOut, THIS_TREE, type Tree } from './candidates/other-tree.ts'
import { knownSignIns, porticoProvider, startPortico } from './candidates/portico.ts'
import { providerLoad } from './candidates/provider-load.ts'
import { runTrials } from './measure/rounds.ts'
import type { Options } from './options.ts'
import { headOf, publishReport, runFigures } from './report/results.ts'
import { ratioTable, sliceTable } from './report/tables.ts'
import type { Testbed } from './testbed.ts'

const TRIALS = (['introspection', 'refresh', 'code-exchange', 'sign-in'] as const).map((operation) => ({
  operation,
  connections: 32,
}))

const PEOPLE = 64

/** Measures this working tree beside another commit, as CPU time of a request. */
export async function against(testbed: Testbed, options: Options): Promise<void> {
  const { revision, pace, only } = options
  const candidates = []
  for (const tree of [THIS_TREE, await checkOut(testbed, revision)])
    candidates.push(await startTree(testbed, tree, `tree_${candidates.length}`))
  const trials = await runTrials(testbed, candidates, { trials: TRIALS, pace, only })
  const figures = runFigures(testbed, pace)
  const parts = [headOf(figures), ratioTable(trials, THIS_TREE.name), sliceTable(trials)]
  publishReport(options, `${parts.join('\n\n')}\n`, { ...figures, trials })
}

async function startTree(testbed: Testbed, tree: Tree, database: string): Promise<Candidate> {
  const mail = await startMailServer()
  testbed.cleanup.add(() => mail.close())
  const url = await createDatabase(testbed.postgres, database)
  const environment = { PORTICO_SMTP_URL: mail.url }
  const identity = await startPortico(testbed, url, { name: database, tree, environment })
  testbed.say(`${tree.name}: registering ${PEOPLE} citizens`)
  const program = await addContractProgram(identity, tree)
  const people = await addContractPeople({ identity, mail, program }, PEOPLE)
  const provider = porticoProvider(identity.port, program)
  let signIns: Load | undefined
  return {
    name: tree.name,
    server: identity,
    operations: TRIALS.map(({ operation }) => operation),
    prepare: async (wanted) =>
      wanted.operation === 'sign-in'
        ? (signIns ??= await knownSignIns(identity, people))
        : providerLoad(provider, people, wanted),
  }
}
