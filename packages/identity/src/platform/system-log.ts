import sonicBoom from 'sonic-boom'
import { LOG_LEVELS, type Log, type LogFields, type LogLevel } from './log.ts'

/** Lines are written together once there are so many characters, or after a moment; a line by itself costs a system call. */
const GATHERED_CHARACTERS = 32 * 1024
const FLUSH_MILLISECONDS = 200

/** Lines that cannot be written wait up to here; then new ones are dropped, so that a full disk does not fill the memory. */
const MOST_WAITING_BYTES = 8 * 1024 * 1024

/** Lines of JSON on the given file descriptor or into the given file, written in the background. */
export function systemLog(level: LogLevel, destination: number | string = 1): Log {
  const write = gather(openStream(destination))
  const least = LOG_LEVELS.indexOf(level)
  const writer = (of: LogLevel) =>
    LOG_LEVELS.indexOf(of) < least
      ? () => undefined
      : (event: string, fields?: LogFields) => write(lineOf(of, event, fields))
  return { info: writer('info'), warn: writer('warn'), error: writer('error') }
}

/** One line: its level, the time (ISO 8601, UTC), what happened, and the fields in the order in which they came. */
export function lineOf(level: LogLevel, event: string, fields: LogFields = {}, at = Date.now()): string {
  const rest = JSON.stringify(fields).slice(1)
  const comma = rest === '}' ? '' : ','
  return `{"level":"${level}","time":"${isoTime(at)}","event":${JSON.stringify(event)}${comma}${rest}\n`
}

let lastInstant = { at: Number.NaN, text: '' }

/** Writing an instant costs as much as the rest of a line, and many lines share their millisecond. */
function isoTime(at: number): string {
  if (at !== lastInstant.at) lastInstant = { at, text: new Date(at).toISOString() }
  return lastInstant.text
}

function openStream(destination: number | string): sonicBoom.SonicBoom {
  const stream = new sonicBoom.SonicBoom({
    ...(typeof destination === 'number' ? { fd: destination } : { dest: destination }),
    sync: false,
    maxWrite: 4 * GATHERED_CHARACTERS,
    maxLength: MOST_WAITING_BYTES,
  })
  // Whoever read the lines has gone, or the disk is full; that is no reason to stop serving people.
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
  // At the end the rest is written at once, by a loop that a reader who has gone would keep there for ever.
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
    // The place that lines go to is closed: there is nobody left to tell.
  }
}
