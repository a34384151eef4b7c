import { routes } from '../../../../../lib/sso'

export const { GET, HEAD, POST, OPTIONS } = routes
