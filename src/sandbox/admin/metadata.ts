import type { Platform } from '../store/platform.ts';

/** Which platform this is, and what it is made of (GET /metadata, 18.9). */
export function metadata(platform: Platform) {
  const enterprise = platform.edition.version.endsWith('-ee');
  return {
    version: platform.edition.version,
    revision: 'a1b2c3d4e5f',
    kas: { enabled: false, externalUrl: null, externalK8sProxyUrl: null, version: null },
    enterprise,
  };
}
