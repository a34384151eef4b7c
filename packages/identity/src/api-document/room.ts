import type { Room } from '../platform/room/room.ts'
import { apiDocumentRoutes } from './routes.ts'

/** The API document, about the routes of all rooms. */
export const API_DOCUMENT = { routesAboutOthers: apiDocumentRoutes } satisfies Room
