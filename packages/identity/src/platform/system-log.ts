import sonicBoom from 'sonic-boom'
import { LOG_LEVELS, type Log, type LogFields, type LogLevel } from './log.ts'
import { lineOf } from './system-log-line.ts'

/** Lines are written together, at this size or after this time. A system call for each line would cost more. */
const GATHERED_CHARACTERS = 32 * 1024
const FLUSH_MILLISECONDS = 200

/** The most bytes that wait to be written. Then new lines are dropped, so that a full disk does not fill the memory. */
const MOST_WAITING_BYTES = 8 * 1024 * 1024

/** Writes lines of JSON to a file descriptor or a file, in the background. */
export function systemLog(level: LogLevel, destination: number | string = 1): Log {
  const write = gather(openStream(destination))
  const least = LOG_LEVELS.indexOf(level)
  const writer = (of: LogLevel) =>
    LOG_LEVELS.indexOf(of) < least
      ? () => undefined
      : (event: string, fields?: LogFields) => write(lineOf(of, event, fields))
  return { info: writer('info'), warn: writer('warn'), error: writer('error') }
}

function openStream(destination: number | string): sonicBoom.SonicBoom {
  const stream = new sonicBoom.SonicBoom({
    ...(typeof destination === 'number' ? { fd: destination } : { dest: destination }),
    sync: false,
    maxWrite: 4 * GATHERED_CHARACTERS,
    maxLength: MOST_WAITING_BYTES,
  })
  // The reader of the lines has ended, or the disk is full. The service goes on.
  stream.on('error', () => undefined)
  return stream
}

function gather(stream: sonicBoom.SonicBoom): (line: string) => void {
  let gathered = ''
  let timer: NodeJS.Timeout | undefined
  const pass = () => {
    const lines = gathered
    gathered = ''
    try {
      if (lines !== '') stream.write(lines)
    } catch {
      // The place could not be opened: there is nobody to tell.
    }
  }
  const passInTime = () => {
    timer = undefined
    pass()
  }
  // At exit the rest is written synchronously. Without a reader, that loop would never end.
  let isRead = true
  stream.on('error', () => void (isRead = false)).on('write', () => void (isRead = true))
  process.on('exit', () => {
    pass()
    if (isRead) flushAtExit(stream)
  })
  return (line) => {
    timer ??= setTimeout(passInTime, FLUSH_MILLISECONDS).unref()
    gathered += line
    if (gathered.length >= GATHERED_CHARACTERS) pass()
  }
}

function flushAtExit(stream: sonicBoom.SonicBoom): void {
  try {
    stream.flushSync()
  } catch {
    // The destination is closed.
  }
}
