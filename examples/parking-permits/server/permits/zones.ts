/** The ids of all zones, for the API. */
export const ZONE_IDS = ['old-town', 'harbour', 'castle-hill', 'station-quarter'] as const

/** The id of a zone. */
export type Zone = (typeof ZONE_IDS)[number]
