/** So many of something, in English: `1 browser`, `2 browsers`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
