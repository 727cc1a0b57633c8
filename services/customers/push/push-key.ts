import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../infra/config/settings.js';
import { loadPushSecret } from '../../../infra/crypto/secrets.js';
import { isPushEndpoint, pushServicesOf, type PushServices } from '../../../infra/push/push-endpoint.js';
import { pushKeyOf, type PushSettings } from '../../../infra/push/push-settings.js';

interface PushConfig extends Partial<PushSettings> {
  readonly secretsDir?: string;
  readonly production?: boolean;
}

@Injectable()
export class PushKeys {
  readonly publicKey: string | undefined;
  private readonly services: PushServices;

  constructor(@Inject(CONFIG) { PUSH_SERVICES, secretsDir: dir, production = true }: PushConfig) {
    const secret = dir === undefined ? undefined : loadPushSecret({ dir, production });
    this.publicKey = secret && pushKeyOf(secret).publicKey;
    this.services = pushServicesOf(PUSH_SERVICES ?? '');
  }

  accepts(endpoint: string): boolean {
    return isPushEndpoint(endpoint, this.services);
  }
}
