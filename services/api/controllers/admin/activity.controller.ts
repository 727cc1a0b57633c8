import { Body, Controller } from '@nestjs/common';
import { LiveHub } from '../../../../infra/live/live-hub.js';
import type { Administrator } from '../../../administrators/administrators.js';
import type { CallAnswer, CallInput } from '../../../contracts/calls.js';
import { AdministratorOf } from '../../guards/caller.js';
import { Serves } from '../../guards/route-rules.js';
import { WrittenPositions } from '../../written-positions.js';
import { ActivityShown } from '../../shown/activity-shown.js';

@Controller()
export class ActivityController {
  constructor(
    private readonly liveHub: LiveHub,
    private readonly written: WrittenPositions,
    private readonly activity: ActivityShown,
  ) {}

  /** Reads the log position first, so that the browser misses no update. */
  @Serves('activity')
  async list(
    @AdministratorOf() administrator: Administrator,
    @Body() asked: CallInput<'activity'>,
  ): Promise<CallAnswer<'activity'>> {
    await this.written.projected(administrator.userId);
    const { position } = this.liveHub;
    return { ...(await this.activity.list(administrator, asked)), position };
  }
}
