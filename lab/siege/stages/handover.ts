import type { IdentityProcess } from '../../kit/identity-process.ts'
import { enterProgram } from '../../../packages/identity/testing/program-flow.ts'
import { openBalancer } from '../ground/balancer.ts'
import { introspectShot, refreshShot } from '../ground/paper.ts'
import { type Hit, jsonShot, loaded, openWire, type Shot, Unanswered, type Wire } from '../ground/salvo.ts'
import { openTown, stranger, type Town } from '../ground/town.ts'
import type { Siege, Stage } from '../stage.ts'

/** SIGTERM under load, when one process takes over from another. */
export const handover: Stage = {
  name: 'handover',
  about: 'SIGTERM under load: a balancer changes over first, or clients stand at the old process themselves',
  async run(siege) {
    const town = await openTown(siege, { processes: 1 })
    await behindBalancer(siege, town)
    await withoutBalancer(siege, town)
    await town.close()
  },
}

const CLIENTS = 12

/** How many of each there were. */
interface Tally {
  answered: number
  failed: string[]
  again: number
}

interface Client {
  readonly town: Town
  readonly tokens: { readonly access_token: string; readonly refresh_token: string }
}

/** Everybody is signed in before anything happens. */
function enterAll(town: Town): Promise<readonly Client[]> {
  return Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const { tokens } = await enterProgram(town.at(0).service, town.program, await town.newCitizen())
      return { town, tokens }
    }),
  )
}

/** One client: rotates its refresh token, asks about its access token, registers; over and over. */
async function work(
  { town, tokens: given }: Client,
  send: (shot: Shot) => Promise<Hit>,
  tally: Tally,
  isOver: () => boolean,
): Promise<void> {
  const { program } = town
  let tokens = given
  while (!isOver()) {
    const rotated = await send(refreshShot(program, tokens.refresh_token))
    note(tally, 'a rotation', rotated, 200)
    if (rotated.status !== 200) return
    tokens = JSON.parse(rotated.body) as typeof tokens
    note(tally, 'introspection', await send(introspectShot(program, tokens.access_token)), 200)
    const email = `moves.${Math.random().toString(36).slice(2)}@example.test`
    note(
      tally,
      'a registration',
      await send(jsonShot('/api/v1/accounts/register/', { full_name: 'Ana', email }, stranger())),
      202,
    )
  }
}

function note(tally: Tally, what: string, { status, body }: Hit, expected: number): void {
  if (status === expected && !body.includes('"active":false')) tally.answered += 1
  else tally.failed.push(`${what} was answered ${status} ${body.slice(0, 80)}`)
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds))
}

/** Start the new process, send new requests to it, then SIGTERM the old one: that is how it is to be done. */
async function behindBalancer(siege: Siege, town: Town): Promise<void> {
  let target = town.at(0)
  const balancer = await openBalancer({ target: () => target.port })
  const tally: Tally = { answered: 0, failed: [], again: 0 }
  let isOver = false
  const people = await enterAll(town)
  const wires = await Promise.all(people.map(() => openWire(balancer.port)))
  const clients = wires.map((wire, index) =>
    work(
      people[index] as Client,
      (shot) => wire.fire(loaded(shot)),
      tally,
      () => isOver,
    ).catch(told(tally)),
  )
  const changes = siege.count(2, 10)
  const ends: string[] = []
  for (let change = 0; change < changes; change += 1) {
    const next = await town.another()
    const old = target
    target = next
    ends.push(await endOf(old))
    await pause(300)
  }
  isOver = true
  await Promise.all(clients)
  for (const wire of wires) wire.close()
  await balancer.close()
  siege.judge(
    'behind a balancer that sends new requests to the new process and then SIGTERMs the old one: no failed request',
    tally.failed,
    `${changes} handovers, ${tally.answered} requests on keep-alive connections`,
  )
  judgeEnds(siege, 'with a balancer’s idle connections open', ends)
  await town.at(0).start()
}

/** Tells a process to stop; says what is wrong with the way it ended, or nothing. */
async function endOf(identity: IdentityProcess): Promise<string> {
  const start = performance.now()
  const { code, signal } = await identity.stop()
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  return code === 0 ? '' : `it ended with ${code ?? signal} after ${seconds} s`
}

function judgeEnds(siege: Siege, when: string, ends: readonly string[]): void {
  const faults = ends.filter((end) => end !== '')
  siege.judge(
    `SIGTERM under load ends the process by itself, with 0, ${when}`,
    faults,
    `${ends.length} times`,
  )
}

function told(tally: Tally): (error: unknown) => void {
  return (error) => void tally.failed.push(error instanceof Error ? error.message : String(error))
}

/** Clients on keep-alive connections of the old process itself, who go to the new one when a connection ends. */
async function withoutBalancer(siege: Siege, town: Town): Promise<void> {
  const tally: Tally = { answered: 0, failed: [], again: 0 }
  const old = town.at(0)
  const next = await town.another()
  let isOver = false
  const people = await enterAll(town)
  const clients = people.map(async (client) => {
    const send = await patient(old.port, next.port, tally)
    await work(client, send, tally, () => isOver).catch(told(tally))
  })
  await pause(1_000)
  const end = await endOf(old)
  await pause(500)
  isOver = true
  await Promise.all(clients)
  siege.judge(
    'clients of the old process itself: every request that it took is answered; the others met a closed connection before any byte and are sent again (RFC 9110 section 9.2.2)',
    tally.failed,
    `${tally.answered} answered, ${tally.again} sent again to the new process`,
  )
  judgeEnds(siege, 'with clients of its own', [end])
  await old.start()
}

/** Sends on one connection for as long as it is open, then on one to the other port. */
async function patient(first: number, second: number, tally: Tally): Promise<(shot: Shot) => Promise<Hit>> {
  let wire: Wire = await openWire(first)
  return async (shot) => {
    if (!wire.isOpen) wire = await openWire(second)
    try {
      return await wire.fire(loaded(shot))
    } catch (error) {
      if (!(error instanceof Unanswered) || error.received === 'some') throw error
      tally.again += 1
      wire = await openWire(second)
      return wire.fire(loaded(shot))
    }
  }
}
