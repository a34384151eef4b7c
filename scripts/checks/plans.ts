import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedServer, startEmbeddedServer } from '../../packages/embedded-postgres/src/index.ts'
import { type JudgedPlans, planRealStatements } from './lib/plan-statements.ts'
import { judgeRealRooms } from './lib/real-rooms.ts'
import { report } from './lib/source-files.ts'

/**
 * Checks the plan of every statement that PostgreSQL gets, as it is with ten million citizens: none reads or sorts a table that
 * grows with them, unless a comment above it says why (`// plan: …`). With `--list`, prints how many statements have a plan.
 */
const { faults, planned } = await onServer((server) => {
  const [identity, program] = judgeRealRooms()
  return planRealStatements(server, {
    identity: identity?.statements ?? [],
    program: program?.statements ?? [],
  })
})
report('these statements read more with ten million citizens than they are about', faults)
if (process.argv.includes('--list')) process.stdout.write(`${planned} statements have a plan\n`)

/** Lends a server of its own, which is gone afterwards. */
async function onServer(work: (server: EmbeddedServer) => Promise<JudgedPlans>): Promise<JudgedPlans> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-plans-'))
  // As root, the server runs as another user, which must be able to reach its data.
  await chmod(folder, 0o711)
  const server = await startEmbeddedServer({ dataDir: folder, progress: () => undefined })
  try {
    return await work(server)
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
