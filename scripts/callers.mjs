// npm runs its scripts in a shell. When npm ends, that shell may end or continue, and this process gets no signal.
import { readFileSync } from 'node:fs'

const POLL_MILLISECONDS = 300

/** Calls `gone` when the npm that started this process has ended. Does not keep this process alive. */
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

/** The parent process. If that is npm's shell (`sh -c ...`), also the parent of the shell. */
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
