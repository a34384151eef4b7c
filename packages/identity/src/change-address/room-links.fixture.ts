import type { LinksOfRoom } from '../mailed-links/link-pages.fixture.ts'
import { KEEP_ADDRESS_LINK, NEW_ADDRESS_LINK } from './links.ts'

/** The mailed links of this room. */
export const linkRules: LinksOfRoom['linkRules'] = [NEW_ADDRESS_LINK, KEEP_ADDRESS_LINK]
