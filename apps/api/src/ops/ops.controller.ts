import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Services } from '../app/services';

/** Outside `/v1` and without accounts: what an orchestrator of processes and a metrics collector ask. */
@Controller()
export class OpsController {
  constructor(private readonly services: Services) {}

  @Get('healthz')
  healthz(): { status: 'live' } {
    return { status: 'live' };
  }

  @Get('readyz')
  async readyz(@Res() response: Response): Promise<void> {
    const { readiness } = this.services;
    const [missing, warnings] = await Promise.all([readiness.missing(), readiness.warnings()]);
    response.status(missing.length === 0 ? 200 : 503).json({ status: missing.length === 0 ? 'ready' : 'not_ready', missing, warnings });
  }

  @Get('metrics')
  async metrics(@Res() response: Response): Promise<void> {
    response.type(this.services.metrics.registry.contentType).send(await this.services.metrics.registry.metrics());
  }
}
