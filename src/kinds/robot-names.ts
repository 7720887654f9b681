/** What is behind a name that the platform makes up: it removes such a member itself, or answers 403 to a removal (18.9). */
export function robotKind(username: string): 'a bot of an access token' | 'a service account' | undefined {
  if (/^(?:group|project)_\d+_bot/.test(username)) return 'a bot of an access token';
  // A service account with a name of its own looks like any user in a list of members: `heldFrom` and `person` tell it apart.
  if (/^service_account_(?:(?:group|project)_\d+_)?[0-9a-f]+$/.test(username)) return 'a service account';
  return undefined;
}
