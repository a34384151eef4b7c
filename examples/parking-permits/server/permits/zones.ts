/** Where one may park, as the API says it and as people do. */
export const ZONES = {
  'old-town': 'Old Town',
  harbour: 'Harbour',
  'castle-hill': 'Castle Hill',
  'station-quarter': 'Station Quarter',
} as const

/** One of them. */
export type Zone = keyof typeof ZONES

/** All of them. */
export const ZONE_IDS = Object.keys(ZONES) as readonly Zone[]
