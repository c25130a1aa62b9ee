import type {DiscoveryId, ProjectId} from '../../contract/ids.ts';
import {getSiteDiscovery} from '../../contract/routes/site-discovery.ts';
import {isSiteDiscoveryOver, type SiteDiscovery} from '../../contract/site-discovery.ts';
import {type PollOutcome, pollUntilDone, type WaitOptions, tellsAnother} from './poll.ts';

/** Follows the discovery of a site until it has ended, or another one has taken its place. */
export function waitForSiteDiscovery(
	options: WaitOptions & {
		projectId: ProjectId;
		discoveryId: DiscoveryId;
		/** Gets every answer. */
		onLook?(discovery: SiteDiscovery): void;
	},
): Promise<PollOutcome<SiteDiscovery>> {
	const {client, projectId, discoveryId} = options;
	let since = 0;
	return pollUntilDone<SiteDiscovery>(options, {
		id: discoveryId,
		idField: 'discoveryId',
		resumeCommand: `svc test plan propose --project ${projectId} --latest`,
		async look({waitSeconds, signal, timeoutMs}) {
			const query = waitSeconds === undefined ? {} : {since, waitSeconds};
			const discovery = await client.call(getSiteDiscovery, {params: {projectId}, query, signal, timeoutMs});
			since = discovery.version;
			options.onLook?.(discovery);
			return discovery;
		},
		isDone: discovery => isSiteDiscoveryOver(discovery.status) || tellsAnother(discovery.discoveryId, discoveryId),
		stateOf: discovery => discovery.status,
		versionOf: discovery => String(discovery.version),
	});
}
