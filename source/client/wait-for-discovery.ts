import {type Discovery, isDiscoveryOver} from '../../contract/discovery.ts';
import type {DiscoveryId, ProjectId} from '../../contract/ids.ts';
import {getDiscovery} from '../../contract/routes/discovery.ts';
import {type PollOutcome, pollUntilDone, type WaitOptions, tellsAnother} from './poll.ts';

/** Follows a discovery until it has ended, or another one has taken its place. */
export function waitForDiscovery(
	options: WaitOptions & {
		projectId: ProjectId;
		discoveryId: DiscoveryId;
		/** Gets every answer. */
		onLook?(discovery: Discovery): void;
	},
): Promise<PollOutcome<Discovery>> {
	const {client, projectId, discoveryId} = options;
	let since = 0;
	return pollUntilDone<Discovery>(options, {
		id: discoveryId,
		idField: 'discoveryId',
		resumeCommand: `svc endpoint list --project ${projectId}`,
		async look({waitSeconds, signal, timeoutMs}) {
			const query = waitSeconds === undefined ? {} : {since, waitSeconds};
			const discovery = await client.call(getDiscovery, {params: {projectId}, query, signal, timeoutMs});
			since = discovery.version;
			options.onLook?.(discovery);
			return discovery;
		},
		isDone: discovery => isDiscoveryOver(discovery.status) || tellsAnother(discovery.discoveryId, discoveryId),
		stateOf: discovery => discovery.status,
		versionOf: discovery => String(discovery.version),
	});
}
