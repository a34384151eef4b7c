import type { LinksOfRoom } from '../mailed-links/link-pages.fixture.ts'
import { KEEP_APP_LINK, LOST_APP_LINK } from './links.ts'

/** The mailed links of this room. */
export const linkRules: LinksOfRoom['linkRules'] = [LOST_APP_LINK, KEEP_APP_LINK]
