import type {IncomingHttpHeaders} from 'node:http';
import type {CreatedFrom} from '../../contract/enums.ts';
import {ServiceError} from '../domain/service-error.ts';
import type {Settings} from '../process/config.ts';

/** Who made a thing, told by the user agent: browsers are the portal, `svc-mcp/` a coding agent, all others the CLI. */
export function createdFrom(headers: IncomingHttpHeaders): CreatedFrom {
	const agent = headers['user-agent'] ?? '';
	if (agent.startsWith('Mozilla/')) return 'portal';
	return agent.startsWith('svc-mcp/') ? 'mcp' : 'cli';
}

/** Throws CLIENT_TOO_OLD for an `svc/<version>` user agent below the operator's hard minimum. */
export function requireClientVersion(headers: IncomingHttpHeaders, settings: Settings): void {
	const minimum = settings.minimumClientVersion;
	if (minimum === null) return;
	const version = /^svc\/(\d+\.\d+\.\d+)/.exec(headers['user-agent'] ?? '')?.[1];
	if (version === undefined || !isOlder(version, minimum)) return;
	throw new ServiceError('CLIENT_TOO_OLD', `svc ${version} is too old for this service, which needs ${minimum}.`, {
		nextAction: `Update svc to ${minimum} or newer.`,
		details: {minVersion: minimum, latestVersion: settings.version, yourVersion: version},
	});
}

/** Compares `major.minor.patch`. */
function isOlder(version: string, minimum: string): boolean {
	const [own, needed] = [version, minimum].map(text => text.split('.').map(Number));
	for (let part = 0; part < 3; part++) {
		const difference = (own?.[part] ?? 0) - (needed?.[part] ?? 0);
		if (difference !== 0) return difference < 0;
	}
	return false;
}
