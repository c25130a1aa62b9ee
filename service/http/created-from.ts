import type {IncomingHttpHeaders} from 'node:http';
import type {CreatedFrom} from '../../contract/enums.ts';

/** Who made a thing, told by the user agent: browsers are the portal, `svc-mcp/` a coding agent, all others the CLI. */
export function createdFrom(headers: IncomingHttpHeaders): CreatedFrom {
	const agent = headers['user-agent'] ?? '';
	if (agent.startsWith('Mozilla/')) return 'portal';
	return agent.startsWith('svc-mcp/') ? 'mcp' : 'cli';
}
