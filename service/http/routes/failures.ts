import type {IncomingHttpHeaders} from 'node:http';
import type {FailureContext} from '../../../contract/result.ts';
import {getRunFailure, getTestFailure, getTestFailureSummary} from '../../../contract/routes/failures.ts';
import type {FailureParts} from '../../domain/failures.ts';
import {assetIdOf, type RunPart} from '../../domain/run-part.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';
import {originOfRequest} from '../signed-url.ts';
import {mediaAddresses} from '../step-media.ts';

/** "The source itself when it is under 102,400 bytes or the service's public address is not https." */
const inlineCodeBytes = 102_400;

export function failureRoutes(on: On, services: Services): void {
	const {failures} = services;

	/** Gives every part an address by which this caller can fetch it. */
	function addressed({runId, ...parts}: FailureParts, headers: IncomingHttpHeaders): FailureContext {
		const origin = originOfRequest(headers);
		const {address, ofStep} = mediaAddresses(services, headers);
		const addressOf = (part: RunPart) => address(assetIdOf(runId, part));
		const {code} = parts.code;
		const isLarge = origin.startsWith('https:') && Buffer.byteLength(code) >= inlineCodeBytes;
		return {
			...parts,
			steps: parts.steps.map(ofStep),
			code: {...parts.code, code: isLarge ? addressOf({kind: 'code'}) : code},
			failure: {
				...parts.failure,
				evidence: parts.failure.evidence.map(({kind, stepIndex, part, summary}) => ({
					kind,
					stepIndex,
					url: addressOf(part),
					summary,
				})),
			},
		};
	}

	on(getTestFailure, async ({caller, params, headers}) =>
		addressed(await failures.ofTest(caller.accountId, params.testId), headers),
	);
	on(getTestFailureSummary, ({caller, params}) => failures.summaryOfTest(caller.accountId, params.testId));
	on(getRunFailure, async ({caller, params, headers}) =>
		addressed(await failures.ofRun(caller.accountId, params.runId), headers),
	);
}
