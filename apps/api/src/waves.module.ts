import { Module } from '@nestjs/common';
import { HostController } from './host/host.controller';

/** Messages, waves and previews for people, and the protocol of the hosts that run their turns. */
@Module({ controllers: [HostController] })
export class WavesModule {}
