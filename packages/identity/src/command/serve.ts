import type { Command } from './command.ts'

/** Runs the service until it is stopped. */
export const serveCommand: Command = {
  words: 'serve',
  summary: 'Run the service',
  operands: [],
  options: {},
  async run() {
    const { serve } = await import('../main.ts')
    await serve()
    return undefined
  },
}
