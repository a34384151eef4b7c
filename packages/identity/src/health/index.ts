/** Says that the process answers (contract section 2.13). Whether the database answers too is `/readyz`, beside the metrics. */
export { healthRoutes } from './routes.ts'
