import { BlockList, isIP } from 'node:net';
import { textOf } from '../store/json.ts';
import type { GroupRow } from '../groups/rows.ts';

/** Where all callers of the sandbox come from. */
const caller = '127.0.0.1';

/** Whether a root group lets nobody in from where the callers come from (GET /groups/:id, 18.9). */
export function keepsOut(root: GroupRow): boolean {
  const ranges = textOf(root.attributes['ip_restriction_ranges']);
  return ranges !== '' && !ranges.split(',').some(holdsCaller);
}

function holdsCaller(range: string): boolean {
  const [address = '', bits] = range.split('/');
  const version = isIP(address);
  if (version === 0) return false;
  const list = new BlockList();
  const family = version === 4 ? 'ipv4' : 'ipv6';
  list.addSubnet(address, Number(bits ?? (version === 4 ? 32 : 128)), family);
  return list.check(caller);
}
