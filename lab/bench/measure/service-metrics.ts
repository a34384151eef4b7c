/** One number of the service's `/metrics`. */
export interface Sample {
  readonly name: string
  readonly labels: string
  readonly value: number
}

/** Reads Prometheus' text format. Skips lines that are no sample. */
export function readSamples(text: string): readonly Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name = '', labels = '', value = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/.exec(line) ?? []
    return name === '' ? [] : [{ name, labels, value: Number(value) }]
  })
}

/** The sum of a metric over all samples with these words in their labels. Throws if there is no such metric. */
export function sumOfMetric(samples: readonly Sample[], name: string, labelled = ''): number {
  const all = samples.filter((sample) => sample.name === name)
  if (all.length === 0) throw new Error(`The service has no metric ${name}`)
  return all.filter(({ labels }) => labels.includes(labelled)).reduce((sum, { value }) => sum + value, 0)
}

/** Reads the metrics of a process of the service. */
export async function fetchSamples(metricsPort: number): Promise<readonly Sample[]> {
  const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  if (answer.status !== 200) throw new Error(`/metrics was answered ${answer.status}`)
  return readSamples(await answer.text())
}

/** The name of the metric that counts every answer, by route. */
export const ANSWERS = 'portico_http_answers_total'

/** How many introspections the service has answered since it started. */
export async function introspectionsAnswered(metricsPort: number): Promise<number> {
  return sumOfMetric(await fetchSamples(metricsPort), ANSWERS, 'introspect')
}
