/**
 * Says that the process answers (contract section 2.13). `/readyz`, beside the metrics, says whether the database
 * answers, too.
 */
export { healthRoutes } from './routes.ts'
