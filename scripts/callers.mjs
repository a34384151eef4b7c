// npm runs its scripts through a shell, and when npm is ended that shell may go, or stay, without telling us.
import { readFileSync } from 'node:fs'

const POLL_MILLISECONDS = 300

/** Calls `gone` once the npm that started this process is not there any more. Does not keep the process alive. */
export function watchNpm(gone) {
  if (!process.env.npm_lifecycle_event) return
  const before = callers()
  const timer = setInterval(() => {
    if (callers() === before) return
    clearInterval(timer)
    gone()
  }, POLL_MILLISECONDS)
  timer.unref()
}

/** Who started us, and, when that is npm's shell (`sh -c ...`), who started it. */
function callers() {
  const parent = process.ppid
  const [command, flag] = read(`/proc/${parent}/cmdline`).split('\0')
  if (flag !== '-c' || !/(^|\/)(da|ba|a)?sh$/.test(command)) return `${parent}`
  return `${parent} ${/^PPid:\s*(\d+)/m.exec(read(`/proc/${parent}/status`))?.[1]}`
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
