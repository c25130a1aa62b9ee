import type {IncomingHttpHeaders} from 'node:http';
import type {Services} from './services.ts';
import {originOfRequest, signedUrl} from './signed-url.ts';

type Media = {screenshotUrl: string | null; htmlSnapshotUrl: string | null};

/** Addresses for this caller, in place of the ids of assets that stand in steps. */
export function mediaAddresses({assetKey, now}: Pick<Services, 'assetKey' | 'now'>, headers: IncomingHttpHeaders) {
	const origin = originOfRequest(headers);
	const address = <Id extends string | null>(assetId: Id): Id =>
		(assetId === null ? null : signedUrl(assetKey, origin, assetId, now())) as Id;
	return {
		address,
		ofStep: <Step extends Media>(step: Step): Step => ({
			...step,
			screenshotUrl: address(step.screenshotUrl),
			htmlSnapshotUrl: address(step.htmlSnapshotUrl),
		}),
	};
}
