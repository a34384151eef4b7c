/**
 * How a deployment looks: its name, logo, colours, links and contact, from one JSON file that the operator writes. This room reads the
 * file and refuses what would be unsafe or unreadable, with all faults at once. `pages` and `mail` show it, and the console its name, logo and colours.
 */
export type { Brand, BrandColours, BrandContact, BrandLink, BrandLogo, Palette } from './brand.ts'
export { readBrandFile } from './read-brand.ts'
export { readBrandSetting } from './read-brand-setting.ts'
