import { cacheable, json, type Route } from '@portico/identity/parts'
import type { ConsoleNeeds } from '../console-needs.ts'
import { ACT_OPERATIONS } from './act-operations.ts'
import { adminDocument } from './admin-document.ts'
import { API_PATH, type ApiOperation } from './api-operation.ts'
import { apiRoute } from './api-route.ts'
import { AUDIT_OPERATIONS } from './audit-operations.ts'
import { CITIZEN_OPERATIONS } from './citizen-operations.ts'
import { requestBound } from './request-bound.ts'
import { SERVICE_OPERATIONS } from './service-operations.ts'

/** Every operation of the API. */
export const API_OPERATIONS: readonly ApiOperation[] = [
  ...SERVICE_OPERATIONS,
  ...CITIZEN_OPERATIONS,
  ...ACT_OPERATIONS,
  ...AUDIT_OPERATIONS,
]

/** The console for machines (decision 124), and the document about it, for which nobody has to prove anything. */
export function apiRoutes(needs: ConsoleNeeds): readonly Route[] {
  const shared = { ...needs, boundOf: requestBound(needs) }
  const answerDocument = cacheable(json(200, adminDocument(API_OPERATIONS, needs.config)))
  return [
    ...API_OPERATIONS.map((operation) => apiRoute(shared, operation)),
    {
      ...{ method: 'GET', path: `${API_PATH}/openapi.json`, audience: 'api', asks: 'nothing' },
      handle: answerDocument,
    },
  ]
}
