/** The numbers that one process has answered. `place` names it for readers: a process that is started again has the same place. */
export interface ProcessText {
  readonly process: object
  readonly place: number
  readonly text: string
}

/** The numbers of several processes (Prometheus 0.0.4 or OpenMetrics), as one text. */
export interface Totals {
  /** Adds what adds up, and gives each other value the label `process`. */
  text(texts: readonly ProcessText[]): string
  /** Keeps what a process that has ended had counted when it was last asked: a counter never goes back. */
  keep(process: object): void
}

/** A value, and after it the exemplar of OpenMetrics, where it has one. */
interface Sample {
  readonly value: number
  readonly exemplar: string
}

/** The values of one metric, by their names and labels as they are written. */
interface Family {
  readonly head: readonly string[]
  readonly addsUp: boolean
  readonly samples: Map<string, Sample>
}

type Families = ReadonlyMap<string, Family>

/** Opens the totals of a parent. */
export function openTotals(): Totals {
  const last = new Map<object, Families>()
  const ended = new WeakSet<object>()
  const gone = new Map<string, Family>()
  return {
    keep(process) {
      ended.add(process)
      addAll(gone, last.get(process))
      last.delete(process)
    },
    text(all) {
      // While the others answered, one that had answered may have ended.
      const texts = all.filter(({ process }) => !ended.has(process))
      for (const { process, text } of texts) last.set(process, readFamilies(text))
      const sum = new Map<string, Family>()
      for (const families of [gone, ...last.values()]) addAll(sum, families)
      for (const { process, place } of texts) addEach(sum, place, last.get(process))
      return [...sum.values()].map(familyText).join('')
    },
  }
}

/** Adds up what adds up. */
function addAll(all: Map<string, Family>, families: Families = new Map()): void {
  for (const [name, family] of families) if (family.addsUp) addTo(all, name, family)
}

/** Adds what does not add up, with the label of its process. */
function addEach(all: Map<string, Family>, place: number, families: Families = new Map()): void {
  for (const [name, family] of families) if (!family.addsUp) addTo(all, name, ofPlace(family, place))
}

function addTo(all: Map<string, Family>, name: string, { head, samples, addsUp }: Family): void {
  let family = all.get(name)
  if (!family) all.set(name, (family = { head, samples: new Map(), addsUp }))
  for (const [series, { value, exemplar }] of samples) {
    const before = family.samples.get(series)
    family.samples.set(series, {
      value: (before?.value ?? 0) + value,
      exemplar: exemplar || (before?.exemplar ?? ''),
    })
  }
}

/** A value that does not add up, such as a size of memory, belongs to its process. */
function ofPlace({ head, samples, addsUp }: Family, place: number): Family {
  const withLabel = (series: string) => {
    const [name = '', labels = ''] = series.split(/\{(.*)\}$/s)
    return `${name}{process="${place}"${labels === '' ? '' : `,${labels}`}}`
  }
  return { head, addsUp, samples: new Map([...samples].map(([series, one]) => [withLabel(series), one])) }
}

function familyText({ head, samples }: Family): string {
  const lines = [...samples].map(([series, { value, exemplar }]) => `${series} ${value}${exemplar}`)
  return [...head, ...lines, ''].join('\n')
}

/** Reads lines that `metrics` and its library have written. The samples of a metric follow its lines `HELP` and `TYPE`. */
function readFamilies(text: string): Families {
  const families = new Map<string, Family>()
  let help = ''
  let samples = new Map<string, Sample>()
  for (const line of text.split('\n')) {
    const [, word, name = '', kind] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? []
    if (word === 'HELP') help = line
    else if (word === 'TYPE') {
      samples = new Map()
      families.set(name, { head: [help, line], samples, addsUp: kind === 'counter' || kind === 'histogram' })
    } else if (line !== '' && !line.startsWith('#')) noteSample(samples, line)
  }
  return families
}

/** `name{labels} value # {exemplar}`. A label may have a space in it, so the value is what follows the last one. */
function noteSample(samples: Map<string, Sample>, line: string): void {
  const [sample = '', exemplar] = line.split(/(?= # \{trace_id=)/)
  const end = sample.lastIndexOf(' ')
  samples.set(sample.slice(0, end), { value: Number(sample.slice(end + 1)), exemplar: exemplar ?? '' })
}
