// Starts other programs. Leaves no orphans, passes signals and exit codes on, and prints no stack trace on Ctrl-C.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { watchNpm } from './callers.mjs'

const SIGNALS = process.platform === 'win32' ? ['SIGINT', 'SIGTERM'] : ['SIGINT', 'SIGTERM', 'SIGHUP']
const live = new Set()
let received

/** The signal that ends this run; none before it arrives. */
export const endingSignal = () => received

/** On a signal, or when npm has ended: signals every child, and exits when no child runs. Call it once, first. */
export function forwardSignals() {
  for (const signal of SIGNALS) process.on(signal, () => onSignal(signal))
  watchNpm(() => onSignal('SIGTERM'))
}

/** Exits as a child did: by the same signal or with the same code. */
export function leaveLike({ code, signal }) {
  if (signal === null || process.platform === 'win32') return exit(code ?? 1)
  for (const known of SIGNALS) process.removeAllListeners(known)
  process.kill(process.pid, signal)
  setTimeout(() => process.exit(128 + (constants.signals[signal] ?? 0)), 1000)
}

/** Exits when the whole output has reached its reader. */
export function exit(code) {
  process.stderr.write('', () => process.stdout.write('', () => process.exit(code)))
}

/**
 * Runs a program to its end with our own input and output.
 * @returns {Promise<{ code: number | null, signal: NodeJS.Signals | null }>}
 */
export function run(command, args, options = {}) {
  return ended(start(command, args, { stdio: 'inherit', ...options }))
}

/** Runs a program and returns its output. Never rejects: a program that cannot start has code 127. */
export async function capture(command, args, options = {}) {
  const child = start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const chunks = { stdout: [], all: [] }
  child.stdout?.on('data', (chunk) => {
    chunks.stdout.push(chunk)
    chunks.all.push(chunk)
  })
  child.stderr?.on('data', (chunk) => chunks.all.push(chunk))
  const end = await ended(child).catch((error) => ({ code: 127, signal: null, error }))
  const output = Buffer.concat(chunks.all).toString() + (end.error ? `${end.error.message}\n` : '')
  return { ...end, stdout: Buffer.concat(chunks.stdout).toString(), output }
}

function onSignal(signal) {
  received ??= signal
  if (live.size === 0) leaveLike({ code: null, signal })
  // A terminal sends Ctrl-C to the whole process group. A second signal would mean "stop at once".
  if (signal === 'SIGINT' && process.stdin.isTTY) return
  for (const child of live) child.kill(signal)
}

function start(command, args, options) {
  const child = spawn(command, args, options)
  live.add(child)
  child.once('close', () => live.delete(child))
  child.once('error', () => live.delete(child))
  return child
}

function ended(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
}
