import { connect } from 'node:net'
import type { GateStage } from './gate-stage.ts'

/** Writes to a connection exactly this. Resolves with everything that comes back. */
export function sendRaw({ gate }: Pick<GateStage, 'gate'>, words: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(gate.listening.port, '127.0.0.1')
    let got = ''
    socket.setEncoding('latin1').on('data', (text: string) => void (got += text))
    socket.on('error', reject)
    socket.on('close', () => resolve(got))
    socket.write(words, 'latin1')
  })
}
