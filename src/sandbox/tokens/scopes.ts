const administrators = ['sudo', 'admin_mode', 'read_service_ping'];

/** Every scope a personal token can have (18.9). */
export const allScopes = [
  ...['api', 'read_user', 'read_api', 'create_runner', 'manage_runner', 'k8s_proxy', 'self_rotate', 'mcp'],
  ...['granular', 'ai_features', 'ai_workflows', 'read_repository', 'write_repository', 'read_registry'],
  ...['write_registry', 'read_virtual_registry', 'write_virtual_registry', 'read_observability'],
  ...['write_observability', ...administrators],
] as const;

/** The scopes of a group's or project's token: no administrator's, and not read_user (18.9). */
export const botScopes = allScopes.filter((scope) => scope !== 'read_user' && !administrators.includes(scope));
