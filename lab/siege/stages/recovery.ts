import { rmSync } from 'node:fs'
import { openFolder } from '../../../journeys/kit/folder.ts'
import { runPortico } from '../../../journeys/kit/identity-process.ts'
import {
  openRecoverableServer,
  type RecoverableServer,
  whatRecoveryLacks,
} from '../../../journeys/kit/recoverable-server.ts'
import { judgeRecovery, type Witnesses } from '../recovery/judge-recovery.ts'
import { load, openPart, type Part, runRound } from '../recovery/load.ts'
import { measureBackup, measureDuration, stopwatch } from '../recovery/measures.ts'
import { createCrowdedDatabase, digestCrowd, lettersAreSent } from '../recovery/million.ts'
import type { Siege, Stage } from '../stage.ts'
import { type Deployment, openDeployment } from '../targets/deployment.ts'
import { issueOneOfEach, useUp } from '../targets/issued.ts'

/** The database goes back to a moment, below a million citizens. */
export const recovery: Stage = {
  name: 'recovery',
  about:
    'a million citizens, a backup by pgBackRest with the configuration of deploy/pgbackrest under a mixed load, back to a moment, portico after-recovery; a ledger records what was acknowledged before and after the moment',
  async run(siege) {
    const missing = whatRecoveryLacks()
    if (missing !== undefined) return siege.skip('what was acknowledged before the moment lives', missing)
    const folder = openFolder()
    siege.cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
    const server = await openRecoverableServer({ folder, ...siege }, SETTINGS)
    const citizens = siege.count(20_000, 1_000_000)
    siege.say(`${citizens} citizens are made`)
    const filled = stopwatch()
    const database = await createCrowdedDatabase(server, citizens)
    measureDuration(siege, `making ${citizens} citizens with sessions, grants and tokens`, filled())
    const deployment = await openDeployment({
      ...siege,
      postgres: { createDatabase: async () => database },
    })
    await recover(siege, server, deployment)
  },
}

/** Of a server for a million. */
const SETTINGS = {
  shared_buffers: '1GB',
  max_connections: '200',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
}

const WITNESSES = 6

async function recover(siege: Siege, server: RecoverableServer, deployment: Deployment): Promise<void> {
  const parts = {
    before: openPart(deployment),
    astride: openPart(deployment),
    after: openPart(deployment),
  }
  const witnesses = await liveThrough(siege, server, { deployment, parts })
  for (const process of deployment.processes) await process.stop()
  await server.stop()
  siege.say(`the database goes back to ${witnesses.moment}`)
  const restored = stopwatch()
  await server.restore(witnesses.moment)
  measureDuration(siege, 'pgbackrest restore', restored())
  const replayed = stopwatch()
  await server.start()
  measureDuration(siege, 'PostgreSQL replays until the moment', replayed())
  await settle(siege, deployment)
  await judgeRecovery(siege, { deployment, parts, witnesses })
}

interface Course {
  readonly deployment: Deployment
  readonly parts: Readonly<Record<'before' | 'astride' | 'after', Part>>
}

/** Load, a backup meanwhile, the moment amid load, and more load. */
async function liveThrough(
  siege: Siege,
  server: RecoverableServer,
  { deployment, parts }: Course,
): Promise<Witnesses> {
  await backUpUnderLoad(siege, server, parts.before)
  const unused = await collect(WITNESSES, () => issueOneOfEach(deployment))
  const usedLater = await collect(WITNESSES, () => issueOneOfEach(deployment))
  await lettersAreSent(deployment.database.db)
  const digest = await digestCrowd(deployment.database.db)
  siege.say(`${parts.before.ledger.acknowledged} effects acknowledged before the moment`)
  const moment = await runRound(parts.astride, () => server.noteMoment())
  for (const issued of usedLater) await useUp(deployment, issued)
  const issuedLater = await collect(WITNESSES, () => issueOneOfEach(deployment))
  await load(parts.after, () => parts.after.ledger.acknowledged >= siege.count(50, 1_000))
  siege.say(`${parts.after.ledger.acknowledged} effects acknowledged after the moment`)
  await lettersAreSent(deployment.database.db)
  return { moment, digest, unused, usedLater, issuedLater }
}

async function backUpUnderLoad(siege: Siege, server: RecoverableServer, part: Part): Promise<void> {
  siege.say('a full backup begins, under load')
  let isDone = false
  const took = stopwatch()
  const backup = server.pgbackrest('--type=full', 'backup').finally(() => (isDone = true))
  const [, milliseconds] = await Promise.all([load(part, () => isDone), backup.then(took)])
  await measureBackup(siege, server, { milliseconds, acknowledged: part.ledger.acknowledged })
}

async function collect<Value>(count: number, make: () => Promise<Value>): Promise<readonly Value[]> {
  const made: Value[] = []
  while (made.length < count) made.push(await make())
  return made
}

/** A process that starts too early is refused. Then the operator runs the command, and the processes start. */
async function settle(siege: Siege, deployment: Deployment): Promise<void> {
  const { environment } = deployment.at(0)
  const early = await runPortico(['serve'], environment).ended
  siege.judge(
    'portico serve refuses to start before portico after-recovery has run',
    early.code === 1 && early.output.includes('run portico after-recovery') ? [] : [early.output.slice(-300)],
    'it ended with 1 and named the command',
  )
  const took = stopwatch()
  const settled = await runPortico(['after-recovery'], environment).ended
  if (settled.code !== 0)
    throw new Error(`portico after-recovery ended with ${settled.code}: ${settled.output}`)
  measureDuration(siege, 'portico after-recovery', took())
  const started = stopwatch()
  for (const process of deployment.processes) await process.start()
  measureDuration(siege, `the start of ${deployment.processes.length} processes`, started())
}
