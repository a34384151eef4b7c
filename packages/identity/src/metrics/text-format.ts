import type { Metric, MetricValue } from '../platform/metric.ts'

/** The two text formats that a scraper may ask for. Only OpenMetrics has exemplars. */
export type TextFormat = 'prometheus' | 'openmetrics'

/** The media type of each format. */
export const CONTENT_TYPES: Readonly<Record<TextFormat, string>> = {
  prometheus: 'text/plain; version=0.0.4; charset=utf-8',
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
}

/** What stands after the last metric. */
export const END: Readonly<Record<TextFormat, string>> = { prometheus: '', openmetrics: '# EOF\n' }

/** The format for a header `Accept` (RFC 9110 section 12.5.1): OpenMetrics only where it is named and preferred. */
export function formatFor(accept = ''): TextFormat {
  const weight = (type: string) =>
    Math.max(
      0,
      ...accept
        .split(',')
        .filter((range) => range.trim().toLowerCase().startsWith(type))
        .map((range) => Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1)),
    )
  const openMetrics = weight('application/openmetrics-text')
  return openMetrics > 0 && openMetrics >= weight('text/plain') ? 'openmetrics' : 'prometheus'
}

/** Writes one metric with these values. */
export function metricText(
  { name, help, kind }: Metric,
  values: readonly MetricValue[],
  format: TextFormat,
): string {
  const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`]
  return inFormat([...lines, ...values.map((value) => valueLine(name, value, format))].join('\n'), format)
}

/** A text of version 0.0.4 in this format. In OpenMetrics, the family of a counter is named without `_total`. */
export function inFormat(text: string, format: TextFormat): string {
  if (format === 'prometheus') return `${text}\n`
  return `${text.replaceAll(/^# (HELP|TYPE) (\w+)_total /gm, '# $1 $2 ').replaceAll(/\n{2,}/g, '\n')}\n`
}

function valueLine(
  name: string,
  { part = '', labels = {}, value, exemplar }: MetricValue,
  format: TextFormat,
): string {
  const line = `${name}${part}${labelText(labels)} ${value}`
  if (!exemplar || format === 'prometheus') return line
  return `${line} # ${labelText({ trace_id: exemplar.traceId })} ${exemplar.value}`
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
