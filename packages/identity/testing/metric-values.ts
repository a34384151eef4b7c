import type { Metric } from '../src/platform/metric.ts'

/** The values of one metric: by its labels in their order, or under `''`. */
export async function valuesOf(
  metrics: readonly Metric[],
  name: string,
): Promise<Readonly<Record<string, number>>> {
  const metric = metrics.find((each) => each.name === name)
  if (!metric) throw new Error(`There is no metric ${name}`)
  const values = await metric.read()
  return Object.fromEntries(
    values.map(({ labels = {}, part = '', value }) => [part + Object.values(labels).join(' '), value]),
  )
}
