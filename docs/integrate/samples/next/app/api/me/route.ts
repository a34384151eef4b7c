import { withCitizen } from '../../../lib/sso'

export const GET = withCitizen((_request, citizen) => Response.json({ hello: citizen.account.name }))
