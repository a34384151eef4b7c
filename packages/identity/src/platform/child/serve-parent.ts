import type { Numbered } from './start-child.ts'

/**
 * Makes this process one that answers its parent: each message with a number gets one answer with the same number, and `begin` gets the message
 * without one, where the parent sends it. It ends when the channel closes, however the parent ended.
 */
export function serveParent<Work extends object, Told extends object, First extends object = never>({
  answer,
  begin = () => undefined,
}: {
  answer(work: Numbered<Work>): Promise<Told>
  begin?(first: First): void
}): void {
  // Ctrl-C at a terminal goes to parent and child. The parent still needs the answers for the requests that it has.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  process.once('disconnect', () => process.exit())
  if (!process.connected) process.exit()
  process.on('message', (message: Numbered<Work> | First) => {
    if (!isWork(message)) begin(message)
    else void answer(message).then((told) => tellParent({ ...told, id: message.id }))
  })
}

/** A parent that has gone cannot be told, and this process ends, too. */
export function tellParent(message: object): void {
  process.send?.(message, undefined, undefined, () => undefined)
}

function isWork<Work extends object>(message: Numbered<Work> | object): message is Numbered<Work> {
  return 'id' in message
}
