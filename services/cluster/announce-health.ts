import { serveHealth, type Health, type HealthServer } from './health-server.js';
import { CannotStart, type Surroundings } from './run-process.js';

/** Serves the health of a process that has no API, from before its stores are there. @throws CannotStart */
export async function announceHealth(
  { config, logger }: Surroundings,
  health: Health,
): Promise<HealthServer> {
  try {
    const server = await serveHealth({ host: config.HOST, port: config.HEALTH_PORT }, health);
    logger.info({ port: server.port }, 'health is served');
    return server;
  } catch (error) {
    throw new CannotStart(error instanceof Error ? error.message : String(error));
  }
}
