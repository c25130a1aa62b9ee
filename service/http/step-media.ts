import type {IncomingHttpHeaders} from 'node:http';
import type {Services} from './services.ts';
import {originOfRequest, signedUrl} from './signed-url.ts';

/** Fields of a step that hold the id of an asset. */
const mediaFields = ['screenshotUrl', 'htmlSnapshotUrl', 'outlineUrl', 'consoleUrl', 'networkUrl', 'logUrl'] as const;
type Media = Partial<Record<(typeof mediaFields)[number], string | null | undefined>>;

/** Addresses for this caller, in place of the ids of assets that stand in steps. */
export function mediaAddresses({assetKey, now}: Pick<Services, 'assetKey' | 'now'>, headers: IncomingHttpHeaders) {
	const origin = originOfRequest(headers);
	const address = <Id extends string | null>(assetId: Id): Id =>
		(assetId === null ? null : signedUrl(assetKey, origin, assetId, now())) as Id;
	return {
		address,
		ofStep: <Step extends Media>(step: Step): Step => ({
			...step,
			...Object.fromEntries(
				mediaFields.flatMap(field => {
					const assetId = step[field];
					return assetId === undefined ? [] : [[field, address(assetId)]];
				}),
			),
		}),
	};
}
