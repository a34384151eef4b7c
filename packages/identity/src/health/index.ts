/**
 * Health says that the process answers (contract section 2.13), whatever is away. Readiness, at `/readyz` beside the
 * metrics, says whether a load balancer should send requests to it, and what each dependency does.
 */
export { createReadiness, type Dependency, type Finding, type Readiness } from './readiness.ts'
export { HEALTH } from './room.ts'
export { healthRoutes } from './routes.ts'
