import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../../journeys/kit/child-process.ts'
import { NODE_OPTIONS } from '../../scripts/node-options.mjs'

const PORTICO = fileURLToPath(new URL('../../packages/identity/src/command/portico.ts', import.meta.url))
const MOST_BYTES = 64 * 1024 * 1024

/** What an operator types. */
export interface Order {
  readonly words: readonly string[]
  /** The operator's name, for the audit. */
  readonly as: string
  /** Missing where the command only looks. */
  readonly reason?: string
  /** Exit codes beside 0 that are an answer. */
  readonly alsoCodes?: readonly number[]
}

/** Runs `portico` as an operator does, with the settings of the service. Resolves to its answer in JSON, of the shape that the caller declares. */
export type RunCommand = <Answer>(order: Order) => Promise<Answer>

/** Makes it. A command that fails throws with what it said. */
export function commandRunner(environment: Environment): RunCommand {
  return ({ words, as, reason, alsoCodes = [] }) => {
    const asked = [...words, '--as', as, ...(reason === undefined ? [] : ['--reason', reason]), '--json']
    const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
    const env = { PATH, HOME, NODE_COMPILE_CACHE, ...environment }
    return new Promise((resolve, reject) => {
      const options = { env, maxBuffer: MOST_BYTES }
      execFile(process.execPath, [...NODE_OPTIONS, PORTICO, ...asked], options, (error, stdout, stderr) => {
        const isAnswer = error === null || alsoCodes.includes(Number(error.code))
        if (isAnswer) resolve(JSON.parse(stdout))
        else reject(new Error(`portico ${words.join(' ')}: ${stderr}${stdout}`))
      })
    })
  }
}
