/** Says that the process answers (contract section 2.13). `/readyz`, beside the metrics, checks the database, too. */
export { healthRoutes } from './routes.ts'
