import { readdirSync, readFileSync } from 'node:fs'
import { inject, test } from 'vitest'
import { createCitusDatabase } from '../../testing/citus-servers.ts'
import { onEach } from '../../testing/database.ts'
import { addCitizen, addProgram } from '../../testing/people.ts'
import { enterProgram, introspect, refresh } from '../../testing/program-flow.ts'
import { startTestService } from '../../testing/test-service.ts'
import { openPool } from '../platform/postgres/connect.ts'
import { openSession } from '../platform/postgres/session.ts'
import { distribute } from './index.ts'

const { workers, ...coordinator } = inject('testServer')
const pid = (n: number) => Number(readFileSync(`/tmp/cz/${n}/postmaster.pid`, 'utf8').split('\n')[0])
function cpuOf(root: number): number {
  let ticks = 0
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const f = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (Number(name) === root) ticks += Number(f[11]) + Number(f[12]) + Number(f[13]) + Number(f[14])
      else if (Number(f[1]) === root) ticks += Number(f[11]) + Number(f[12])
    } catch {}
  }
  return ticks * 10_000
}
const all = () => [
  process.cpuUsage().user + process.cpuUsage().system,
  cpuOf(pid(0)),
  cpuOf(pid(1)),
  cpuOf(pid(2)),
]

for (const [label, count, via] of [
  ['2 workers', 2, 0],
  ['1 worker', 1, 0],
  ['2 workers via worker', 2, 1],
  ['2 workers', 2, 0],
  ['1 worker', 1, 0],
  ['2 workers via worker', 2, 1],
] as const)
  test(`${label}`, async () => {
    const name = `test_g${Math.random().toString(36).slice(2, 8)}`
    await createCitusDatabase({ ...coordinator, workers }, name)
    const session = await openSession({ kind: 'socket', ...coordinator, database: name })
    if (count === 1)
      await session.runText(
        `select citus_set_node_property('${workers[1]?.socketDir}', ${workers[1]?.port}, 'shouldhaveshards', false)`,
      )
    const done = await distribute(session, () => undefined)
    if (!done.ok) throw new Error(done.refusal)
    const place = via === 0 ? coordinator : workers[0]
    if (!place) throw new Error('none')
    const address = { kind: 'socket', ...place, database: name } as const
    const db = openPool(address, { connections: 4, deadlineMilliseconds: 30_000, access: 'any' })
    const service = await startTestService({
      database: {
        address,
        url: '',
        db,
        database: name,
        workers,
        isSomebodyWaiting: async () => false,
        drop: async () => undefined,
      },
    })
    const program = await addProgram(service)
    const people = []
    for (let i = 0; i < 40; i += 1)
      people.push(await enterProgram(service, program, await addCitizen(service)))
    const tokens = people.map(({ tokens }) => tokens.access_token)
    const run = async (what: string, n: number, one: (i: number) => Promise<unknown>) => {
      const before = all()
      const t = performance.now()
      let next = 0
      await Promise.all(
        Array.from({ length: 16 }, async () => {
          while (next < n) {
            const i = next++
            await one(i)
          }
        }),
      )
      const after = all()
      const per = after.map((v, i) => Math.round((v - (before[i] ?? 0)) / n))
      console.log(
        `RESULT ${label} ${what}: node ${per[0]} coordinator ${per[1]} worker1 ${per[2]} worker2 ${per[3]} us/request, ${Math.round(n / ((performance.now() - t) / 1000))}/s`,
      )
    }
    await run('warm', 500, (i) => introspect(service, program, tokens[i % 40] ?? ''))
    await run('introspection', 4000, (i) => introspect(service, program, tokens[i % 40] ?? ''))
    const chain = people.map(({ tokens }) => tokens.refresh_token)
    await run('refresh', 800, async (i) => {
      const k = i % 40
      const a = await refresh(service, program, chain[k] ?? '')
      if (a.status === 200) chain[k] = a.body.refresh_token
    })
    await service.close()
    await db.close()
    await session.close()
    await onEach([coordinator, ...workers], name, 'select recover_prepared_transactions()').catch(
      () => undefined,
    )
    await onEach([coordinator, ...workers], 'postgres', `alter database ${name} with allow_connections false`)
    await onEach([coordinator, ...workers], 'postgres', `drop database if exists ${name} with (force)`)
  })
