import { Session } from 'node:inspector/promises'

/** Says which source files of the packages run. */
export interface Recorder {
  /** Does the work, and returns the files of which a function ran meanwhile, sorted. */
  during(work: () => Promise<unknown>): Promise<readonly string[]>
  stop(): Promise<void>
}

/** Without what a test puts in the place of the program's database and of the identity service. */
const OURS = /packages\/(?:identity|program)\/src\/(?!testing\/|store\/sqlite\/)[\w./-]+\.ts$/

/** What the test runner makes of an export: importers read it through this function. */
const EXPORT = /^\(\)\s*=>\s*\{\s*try\s*\{\s*return\b[^}]*\}\s*catch/

/** Starts V8's precise coverage, which counts the calls of each function. */
export async function startRecorder(): Promise<Recorder> {
  const session = new Session()
  session.connect()
  await session.post('Debugger.enable')
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

  /** What ran since the last time: each answer starts the counts again at zero. */
  async function filesThatRan(): Promise<readonly string[]> {
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const files = new Set<string>()
    for (const { url, scriptId, functions } of result) {
      const [file] = OURS.exec(url) ?? []
      const ran = functions.flatMap(({ ranges: [whole] }) => (whole && whole.count > 0 ? [whole] : []))
      if (file === undefined || ran.length === 0) continue
      const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId })
      const isOwn = ran.some((at) => !EXPORT.test(scriptSource.slice(at.startOffset, at.endOffset)))
      if (isOwn) files.add(file)
    }
    return [...files].toSorted()
  }

  return {
    async during(work) {
      await filesThatRan()
      await work()
      return filesThatRan()
    },
    async stop() {
      await session.post('Profiler.disable')
      await session.post('Debugger.disable')
      session.disconnect()
    },
  }
}
