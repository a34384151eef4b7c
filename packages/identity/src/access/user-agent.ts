/** The browser and the system that a user agent names, as far as we know them. */
export interface UserAgentNames {
  readonly browser: string | undefined
  readonly system: string | undefined
}

const MOST_CHARACTERS = 300

/** The first match wins. Most browsers also name Safari, and some name others, so the more specific pattern comes first. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:OPR|OPT|OPiOS|OPX|Opera)\b/, 'Opera'],
  [/\b(?:Edg|EdgA|EdgiOS|Edge)\//, 'Edge'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ (?:Mobile\/\S+ )?Safari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPad\b/, 'iPadOS'],
  [/\b(?:iPhone|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(?:intosh| OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Names browser and system for a person who has to recognise them. No decision depends on it. */
export function nameUserAgent(userAgent: string): UserAgentNames {
  return { browser: firstMatch(BROWSERS, userAgent), system: firstMatch(SYSTEMS, userAgent) }
}

/** The stored form of a user agent: without control characters, at most 300 characters. */
export function readUserAgent(header: string | undefined): string {
  return (header ?? '').replace(/[\p{Cc}\p{Cs}]/gu, '').slice(0, MOST_CHARACTERS)
}

function firstMatch(names: readonly (readonly [RegExp, string])[], userAgent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1]
}
