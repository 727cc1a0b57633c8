import { createHash } from 'node:crypto';
import type { Environment } from '../../../infra/config/settings.js';
import { loadVendorRows } from '../../catalog/vendor-rows.js';
import { ownEntry } from '../../contracts/own-entry.js';
import { type Config, ignoredSettings, loadConfig, Settings } from '../../runtime/config.js';
import { type DoctorLine, note, right, wrong } from './doctor-line.js';

const CHECK = 'settings';

/** `config` is absent when a setting is wrong. */
export function checkSettings(environment: Environment): {
  readonly lines: readonly DoctorLine[];
  readonly config?: Config;
} {
  const ignored = ignoredSettings(environment).map((text) => wrong(CHECK, text));
  try {
    const config = loadConfig(environment);
    loadVendorRows(config);
    const { production, NODE_ENV, SANDBOX } = config;
    const faults = [
      ...ignored,
      ...(production ? [] : [wrong(CHECK, `NODE_ENV is ${NODE_ENV}: set it to production`)]),
    ];
    const fake = production && SANDBOX === true;
    return {
      config,
      lines: [
        ...(faults.length > 0 ? faults : [right(CHECK, 'are fit for production')]),
        ...(fake ? [note(CHECK, 'SANDBOX is 1: what has no address of its own is fake')] : []),
      ],
    };
  } catch (error) {
    const faults = (error as Error).message.split('\n').map((text) => wrong(CHECK, text));
    return { lines: [...ignored, ...faults] };
  }
}

export type SettingDigests = Readonly<Record<string, string>>;

/**
 * Returns a digest of each setting. Two processes compare these digests, so that neither shows its settings.
 */
export const settingDigests = (config: Config): SettingDigests =>
  Object.fromEntries(
    Object.keys(Settings.shape).map((name) => [
      name,
      createHash('sha256')
        .update(JSON.stringify(ownEntry(config, name) ?? null))
        .digest('hex'),
    ]),
  );

export function compareSettings(ours: SettingDigests, ofServer: SettingDigests): readonly DoctorLine[] {
  const differing = Object.entries(ours)
    .filter(([name, digest]) => ownEntry(ofServer, name) !== digest)
    .map(([name]) => name);
  return differing.length === 0
    ? []
    : [
        wrong(
          CHECK,
          `the running server has another ${differing.join(', ')}: restart it, or give this command the environment of the server`,
        ),
      ];
}
