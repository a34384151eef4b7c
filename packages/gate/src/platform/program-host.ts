const DEFAULT_PORT: Readonly<Record<string, string>> = { 'https:': ':443', 'http:': ':80' }

/** Whether a `Host` names the program. The port may be written where the scheme implies it. */
export function isProgramHost(host: string, { protocol, host: own }: URL): boolean {
  const name = host.toLowerCase()
  return name === own || name === `${own}${DEFAULT_PORT[protocol] ?? ''}`
}
