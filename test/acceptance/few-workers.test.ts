import { describe, expect, onTestFinished } from 'vitest';
import { api, ground, scenario } from './ground/ground.ts';
import { place } from './ground/place.ts';
import { program } from './ground/program.ts';
import { openWire } from './ground/wire.ts';

describe('a platform that works on two requests together', () => {
  scenario('11.3.12: is asked few at a time once that has shown, and never has to wait for the next', {}, async () => {
    const here = await place();
    const names = Array.from({ length: 100 }, (_, nth) => `g${nth + 1}`);
    await Promise.all(names.map((path) => api.post('/groups', { name: path, path, parent_id: here.id })));
    // Two at a time, so that the last of thirty-two waits for most of a second: more than a busy machine delays.
    const wire = await openWire(ground.url, 2, 50);
    onTestFinished(() => wire.close());
    const keelson = program({ url: wire.url });
    // Four lists of each group.
    const declared = { members: {}, hooks: {}, runners: {}, integrations: {} };
    keelson.want({ groups: Object.fromEntries(names.map((name) => [`${here.path}/${name}`, declared])) });
    const { status, out, err } = await keelson.run('plan', '--concurrency', '32');
    expect(status, out + err).toBe(0);

    expect(Math.max(...wire.underway), 'what it begins with').toBeGreaterThan(24);
    // Of the last hundred the middle: now and then it looks whether more would be done by more.
    const settled = wire.underway.slice(-100).sort((one, other) => one - other);
    expect(settled[50]).toBeLessThanOrEqual(12);
    // Whenever one came both were at work, or would be with it: more at a time would not have been done sooner.
    expect(settled[0]).toBeGreaterThanOrEqual(2);
  });
});
