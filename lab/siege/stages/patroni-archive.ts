import { rmSync } from 'node:fs'
import { runPortico } from '../../../journeys/kit/identity-process.ts'
import { noteMoment, whatRecoveryLacks } from '../../../journeys/kit/recoverable-server.ts'
import { until } from '../../../journeys/kit/until.ts'
import { enterProgram } from '../../../packages/identity/testing/program-flow.ts'
import { pgbackrest, withArchive } from '../failover/archive.ts'
import { openCluster, type PatroniCluster, whatIsMissing } from '../failover/cluster.ts'
import { CLUSTER_PASSWORD, type Node, type Owner } from '../failover/node.ts'
import type { Siege, Stage } from '../stage.ts'
import { type Deployment, openDeployment } from '../targets/deployment.ts'
import { findAlive, type Issued, issueOneOfEach, PASSWORD } from '../targets/issued.ts'

/** A cluster of Patroni archives with pgBackRest, loses a primary and a disk, and goes back to a moment. */
export const patroniArchive: Stage = {
  name: 'patroni-archive',
  about:
    'three Patroni nodes that archive with pgBackRest, with the configurations of deploy/patroni and deploy/pgbackrest: the primary is killed, a machine loses its disk, and the whole cluster goes back to a moment',
  async run(siege) {
    const missing =
      whatIsMissing() ?? whatRecoveryLacks() ?? (process.getuid?.() === 0 ? undefined : NOT_ROOT)
    if (missing !== undefined) return siege.skip('a cluster of Patroni goes back to a moment', missing)
    const owners: Owner[] = []
    const cluster = await openCluster(siege, (folder, owner) => {
      owners.push(owner)
      return withArchive(folder, owner)
    })
    const [owner] = owners
    if (owner === undefined) throw new Error('The cluster has no owner')
    const archive = (node: Node, ...args: readonly string[]) => pgbackrest(node, owner, ...args)
    siege.say('the cluster runs')
    const deployment = await openDeployment({ ...siege, postgres: cluster.postgres })
    const course: Course = { siege, cluster, deployment, archive }
    await backUp(course)
    const before = await issueOneOfEach(deployment)
    await archiveAfterFailover(course)
    await replaceLostMachine(course)
    await goBack(course, before)
  },
}

const NOT_ROOT = 'only root may become the user of PostgreSQL, to whom the local connection belongs'

interface Course {
  readonly siege: Siege
  readonly cluster: PatroniCluster
  readonly deployment: Deployment
  archive(node: Node, ...args: readonly string[]): Promise<void>
}

async function backUp({ siege, cluster, archive }: Course): Promise<void> {
  const { node } = await cluster.healthy()
  siege.say('the primary makes the stanza and a full backup')
  await archive(node, 'stanza-create')
  await archive(node, 'check')
  await archive(node, '--type=full', 'backup')
}

/** The new primary archives on, and makes the next backup. */
async function archiveAfterFailover({ siege, cluster, archive }: Course): Promise<void> {
  const { node, state } = await cluster.healthy()
  siege.say('the primary is killed')
  await node.kill()
  const promotion = await cluster.promotedAfter(state.timeline)
  await promotion.plainWrites?.stop(Infinity)
  node.start()
  const { node: next } = await cluster.healthy()
  const faults: string[] = []
  for (const args of [['check'], ['--type=diff', 'backup'], ['verify']])
    await archive(next, ...args).catch((error: unknown) => faults.push(`${args.join(' ')}: ${String(error)}`))
  siege.judge(
    'after a failover, the new primary archives on in the same stanza, and makes the next backup',
    faults,
    `pgbackrest check, backup and verify at ${next.name}, which took over from ${node.name}`,
  )
}

/** A standby without a disk is made from the repository. */
async function replaceLostMachine({ siege, cluster }: Course): Promise<void> {
  const { node: primary } = await cluster.healthy()
  const lost = cluster.nodes.find((node) => node !== primary) ?? primary
  siege.say(`${lost.name} loses its disk`)
  await lost.kill()
  rmSync(lost.dataDir, { recursive: true })
  lost.start()
  await cluster.healthy()
  siege.judge(
    'a machine that lost its disk is made from the repository, and follows the primary',
    lost.log().includes(FROM_REPOSITORY) ? [] : [lost.log().slice(-500)],
    `${lost.name} was made using pgbackrest`,
  )
}

const FROM_REPOSITORY = 'replica has been created using pgbackrest'

/** The runbook, step by step. */
async function goBack({ siege, cluster, deployment, archive }: Course, before: Issued): Promise<void> {
  const { node: primary } = await cluster.healthy()
  const moment = await noteMoment(async (statement) => (await primary.ask(statement)) ?? [])
  const after = await issueOneOfEach(deployment)
  for (const identity of deployment.processes) await identity.stop()
  const others = cluster.nodes.filter((node) => node !== primary)
  siege.say('Patroni stops on every machine, the primary last')
  for (const node of [...others, primary]) await node.stop()
  siege.say(`the database goes back to ${moment}`)
  await archive(primary, '--delta', '--type=time', `--target=${moment}`, '--target-action=promote', 'restore')
  primary.startPostgresAlone('--synchronous_standby_names=')
  await until(
    'PostgreSQL takes writes',
    async () => (await primary.state())?.isReplica === false || undefined,
  )
  const url = `postgres://portico:${CLUSTER_PASSWORD}@${primary.place}/portico`
  const { environment } = deployment.at(0)
  const early = await runPortico(['serve'], { ...environment, PORTICO_DATABASE_URL: url }).ended
  const settled = await runPortico(['after-recovery'], { ...environment, PORTICO_DATABASE_URL: url }).ended
  await primary.stop()
  await cluster.etcd.forgetCluster()
  siege.say('Patroni starts, the recovered machine first')
  primary.start()
  await until(
    'the recovered machine is the primary',
    async () => (await primary.state())?.isReplica === false || undefined,
  )
  for (const node of others) node.start()
  await cluster.healthy()
  siege.judge(
    'a cluster of Patroni goes back to a moment: portico serve refuses before portico after-recovery, and both standbys follow',
    [
      ...(early.code === 1 && early.output.includes('run portico after-recovery')
        ? []
        : [early.output.slice(-300)]),
      ...(settled.code === 0 ? [] : [settled.output.slice(-300)]),
    ],
    `back to ${moment}`,
  )
  for (const identity of deployment.processes) await identity.start()
  await judgeWhatLives(siege, deployment, { before, after })
}

async function judgeWhatLives(
  siege: Siege,
  deployment: Deployment,
  { before, after }: { readonly before: Issued; readonly after: Issued },
): Promise<void> {
  const faults: string[] = []
  const alive = await findAlive(deployment.at(0), deployment.program, before)
  faults.push(...alive.filter((what) => what !== PASSWORD).map((what) => `${what} of before lives again`))
  if (!alive.includes(PASSWORD)) faults.push('a password of before is lost')
  await enterProgram(deployment.at(1).service, deployment.program, before.citizen)
  const lost = await findAlive(deployment.at(0), deployment.program, after)
  faults.push(...lost.map((what) => `${what} of after the moment is there`))
  siege.judge(
    'accounts of before the moment live, what was issued is ended, and nothing of after the moment is there',
    faults,
    'one of each kind before the moment, and one after it',
  )
}
