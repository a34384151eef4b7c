import { once } from 'node:events'
import { isMainThread, type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads'
import { loaded, openWire, type Shot } from './salvo.ts'

/** Somebody who asks the same thing at a steady pace on a thread of its own, whatever the siege itself is busy with. */
export interface Asker {
  /** Ends the asking; returns how long each answer took, in milliseconds. */
  end(): Promise<readonly number[]>
}

/** What is asked, where. */
interface Asking {
  readonly port: number
  readonly shot: Shot
  readonly connections: number
}

const EVERY_MILLISECONDS = 10

/** Begins to ask; every answer must be 200. */
export async function openAsker(asking: Asking): Promise<Asker> {
  const worker = new Worker(new URL(import.meta.url), { workerData: asking })
  await once(worker, 'message')
  return {
    async end() {
      worker.postMessage('end')
      const [times] = (await once(worker, 'message')) as [readonly number[]]
      await worker.terminate()
      return times
    },
  }
}

async function ask(port: MessagePort, { port: target, shot, connections }: Asking): Promise<void> {
  const times: number[] = []
  let isOver = false
  const ended = once(port as unknown as NodeJS.EventEmitter, 'message').then(() => {
    isOver = true
  })
  const wires = await Promise.all(Array.from({ length: connections }, () => openWire(target)))
  port.postMessage('asking')
  await Promise.all(
    wires.map(async (wire) => {
      while (!isOver) {
        const hit = await wire.fire(loaded(shot))
        if (hit.status !== 200) throw new Error(`The question was answered ${hit.status}`)
        times.push(hit.milliseconds)
        await new Promise((resolve) => void setTimeout(resolve, EVERY_MILLISECONDS))
      }
      wire.close()
    }),
  )
  await ended
  port.postMessage(times)
}

if (!isMainThread && parentPort !== null) await ask(parentPort, workerData as Asking)
