/** More than any browser sends. */
const READ_CHARACTERS = 500

/** Whether the browser takes gzip: by its name, or else by `*`, with a weight above 0 (RFC 9110 section 12.5.3). */
export function takesGzip(acceptEncoding = ''): boolean {
  const weights = new Map(acceptEncoding.slice(0, READ_CHARACTERS).toLowerCase().split(',').map(weightOf))
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0
}

function weightOf(choice: string): readonly [coding: string, weight: number] {
  const [coding = '', ...parameters] = choice.split(';').map((part) => part.trim())
  const weight = parameters.find((each) => each.startsWith('q='))?.slice('q='.length) ?? '1'
  return [coding, Number(weight)]
}
