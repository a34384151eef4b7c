/** All zones, as the API names them. */
export const ZONE_IDS = ['old-town', 'harbour', 'castle-hill', 'station-quarter'] as const

/** One of them. */
export type Zone = (typeof ZONE_IDS)[number]

/** What citizens call each zone. */
export const ZONES: Readonly<Record<Zone, string>> = {
  'old-town': 'Old Town',
  harbour: 'Harbour',
  'castle-hill': 'Castle Hill',
  'station-quarter': 'Station Quarter',
}
