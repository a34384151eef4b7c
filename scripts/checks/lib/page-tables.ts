/** The row of a Markdown table whose first cell is this; empty where there is none. */
export function rowOf(page: string, first: string): string {
  return page.split('\n').find((line) => line.startsWith(`| ${first} |`)) ?? ''
}

/** Every name in backticks. */
export function namesIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
}
