import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '../../../journeys/kit/child-process.ts'
import { openFolder } from '../../../journeys/kit/folder.ts'
import { runPortico } from '../../../journeys/kit/identity-process.ts'
import { withClient } from '../../../journeys/kit/postgres-server.ts'
import type { LabDatabase } from '../../kit/postgres.ts'
import type { Siege, Stage } from '../stage.ts'
import { type Deployment, openDeployment } from '../targets/deployment.ts'
import { findAlive, type Issued, issueOneOfEach, PASSWORD, useUp } from '../targets/issued.ts'

/** Restores an older state of the database. */
export const restore: Stage = {
  name: 'restore',
  about: 'which values become valid again after the restore of an older dump and of an older backup',
  async run(siege) {
    const folder = openFolder()
    siege.cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
    const backup = join(folder, 'backup')
    const deployment = await openDeployment(siege, { processes: 1 })
    const { environment } = deployment.at(0)
    const past = await issueOneOfEach(deployment)
    await runCommand(['backup', backup], environment)
    const dump = await dumpPlainly(siege, deployment)
    await useUp(deployment, past)
    await deployment.at(0).stop()
    const plain = await revived(siege, deployment, { past, database: dump })
    siege.measure(
      'after pg_restore of a plain dump, its values are valid again',
      plain.length === 0 ? 'nothing' : `${plain.join(', ')}: use portico backup and portico restore instead`,
    )
    const restored = await siege.postgres.createDatabase()
    siege.cleanup.add(() => restored.drop())
    await runCommand(['restore', backup], { ...environment, PORTICO_DATABASE_URL: restored.url })
    const back = await revived(siege, deployment, { past, database: restored })
    const alive = back.filter((what) => what !== PASSWORD)
    siege.judge(
      'after portico restore no token, code, session or link is valid again',
      alive.map((what) => `${what} lives again`),
      back.includes(PASSWORD)
        ? 'the password of that time is valid again, as the command says'
        : 'nothing came back',
    )
  },
}

async function runCommand(args: readonly string[], environment: Environment): Promise<void> {
  const { code, output } = await runPortico(args, environment).ended
  if (code !== 0) throw new Error(`portico ${args[0]} ended with ${code}: ${output}`)
}

/** A copy of the whole database as it is at this moment; the service is stopped meanwhile. */
async function dumpPlainly({ postgres, cleanup }: Siege, deployment: Deployment): Promise<LabDatabase> {
  const { name } = deployment.database
  await deployment.at(0).stop()
  const statement = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1'
  await withClient(postgres, undefined, (client) => client.query(statement, [name]))
  const dump = await postgres.createDatabase(name)
  cleanup.add(() => dump.drop())
  await deployment.at(0).start()
  return dump
}

/** The old values that are valid at a service on this database. */
async function revived(
  siege: Siege,
  { program, another }: Deployment,
  { past, database }: { readonly past: Issued; readonly database: LabDatabase },
): Promise<readonly string[]> {
  const identity = await another({ PORTICO_DATABASE_URL: database.url })
  const found = await findAlive(identity, program, past)
  await identity.stop()
  siege.say(`alive on ${database.name}: ${found.join(', ') || 'nothing'}`)
  return found
}
