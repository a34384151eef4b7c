/** The ids of all zones, for the API. */
export const ZONE_IDS = ['old-town', 'harbour', 'castle-hill', 'station-quarter'] as const

/** The id of a zone. */
export type Zone = (typeof ZONE_IDS)[number]

/** The name of each zone, for citizens. */
export const ZONES: Readonly<Record<Zone, string>> = {
  'old-town': 'Old Town',
  harbour: 'Harbour',
  'castle-hill': 'Castle Hill',
  'station-quarter': 'Station Quarter',
}
